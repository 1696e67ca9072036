import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'services/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // Needs a real Hermes: `npm run test:hermes`.
    exclude: [...configDefaults.exclude, 'test/hermes/suite/**'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 30_000,
    // Fails the file that leaves something behind.
    setupFiles: ['test/support/leaks/check-leaks.ts'],
    reporters: ['default'],
  },
});
