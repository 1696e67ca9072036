import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { documentedExports } from './scripts/lint/documented-exports.mjs';

/** Ambient time, randomness and environment: only services and adapters may touch them (DESIGN 2). */
const ambient = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Take the time as an argument or from the Clock port.',
  },
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Take the time as an argument or from the Clock port.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Take randomness from the Ids port.',
  },
  {
    selector: "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
    message: 'Use the Timers port.',
  },
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only services read the environment.',
  },
  { selector: "ImportSpecifier[imported.name='randomUUID']", message: 'Take ids from the Ids port.' },
];
const ambientGlobals = ['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
  name,
  message: 'Use the Clock or Timers port.',
}));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/fixtures/**', 'test/golden/v*/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.check.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true, boolean: true } },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'List every export by name.' },
      ],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
      'max-params': ['error', 5],
      complexity: ['error', 20],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      'packages/event-log/src/sqlite/**',
      'packages/event-log/src/eventstoredb/**',
      'packages/event-log/src/contract/**',
      'packages/message-bus/src/sqlite/**',
      'packages/message-bus/src/kafka/**',
      'packages/message-bus/src/contract/**',
      'packages/hermes-client/src/undici-transport.ts',
      'packages/hermes-simulator/src/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'List every export by name.' },
        ...ambient,
      ],
      'no-restricted-globals': ['error', ...ambientGlobals],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    plugins: { project: { rules: { 'documented-exports': documentedExports } } },
    rules: { 'project/documented-exports': 'error' },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'packages/*/src/contract/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 500 }],
      // One describe holds its tests; each test is short.
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
