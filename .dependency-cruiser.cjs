/** Import direction (DESIGN 2): aip <- binding <- connector <- services; adapters only where they are wired. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle hides which part depends on which.', {}, { circular: true }),
    forbid(
      'aip-knows-nothing',
      'aip is the wire format and stands alone.',
      { path: '^packages/aip/' },
      { path: '^(packages/(?!aip/)|services/|test/)' },
    ),
    forbid(
      'binding-is-pure',
      'binding imports aip and nothing else of the project.',
      { path: '^packages/binding/' },
      { path: '^(packages/(?!aip/|binding/)|services/|test/)' },
    ),
    forbid(
      'binding-has-no-io',
      'binding has no I/O.',
      { path: '^packages/binding/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'log-and-bus-stand-alone',
      'A port package does not know what it carries.',
      { path: '^packages/(event-log|message-bus)/' },
      {
        path: '^(packages/(aip|binding|connector|config|audit|hermes-client|hermes-simulator)/|services/|test/)',
      },
    ),
    forbid(
      'client-stands-alone',
      'The provider client knows no binding and no log.',
      { path: '^packages/hermes-client/' },
      { path: '^(packages/(?!hermes-client/)|services/|test/)' },
    ),
    forbid(
      'simulator-stands-alone',
      'The simulator knows nothing of the connector.',
      { path: '^packages/hermes-simulator/' },
      { path: '^(packages/(?!hermes-simulator/)|services/|test/)' },
    ),
    forbid(
      'connector-sees-ports-only',
      'Only services and tests wire adapters.',
      { path: '^packages/connector/', pathNot: '\\.test\\.ts$' },
      {
        path: '^packages/(event-log|message-bus)/src/(sqlite|memory|eventstoredb|kafka|contract)/|undici-transport',
      },
    ),
    forbid(
      'packages-do-not-know-services',
      'Services are on top.',
      { path: '^packages/' },
      { path: '^services/' },
    ),
    forbid(
      'connector-is-not-a-service',
      'connector reads no configuration.',
      { path: '^packages/connector/' },
      { path: '^packages/(config|audit|hermes-simulator)/' },
    ),
    forbid(
      'no-deep-imports',
      'A package is entered by its public face.',
      { path: '^(packages|services)/([^/]+)/' },
      { path: '^(packages|services)/[^/]+/src/', pathNot: '^(packages|services)/$2/|/index\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'types'] },
  },
};
