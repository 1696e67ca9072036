/** Import direction (DESIGN 2): aip <- binding <- connector <- services; adapters only where they are wired. */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Source files that a package offers: the `source` condition of every entry of its `exports`. */
const publicFaces = ['packages', 'services'].flatMap((group) =>
  readdirSync(join(__dirname, group)).flatMap((name) => {
    const { exports: entries } = JSON.parse(
      readFileSync(join(__dirname, group, name, 'package.json'), 'utf8'),
    );
    return Object.values(entries).map(({ source }) => `${group}/${name}/${source.replace(/^\.\//, '')}`);
  }),
);
const publicFace = publicFaces.map((file) => `^${file.replaceAll('.', '\\.')}$`).join('|');

/** Files that are only there for tests. */
const testOnly = '\\.test\\.ts$|/(testing|contract|fixtures|fidelity)/';
/** Where a technology is touched: adapters of the ports, and the services that wire them. */
const adapters =
  '^packages/(event-log|message-bus)/src/(sqlite|eventstoredb|kafka)/|^packages/hermes-client/src/(undici-|fresh-connection)|^services/|^test/';

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
      { path: '^packages/(aip|binding)/', pathNot: `${testOnly}|^packages/aip/src/canonical/` },
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
      'log-and-bus-are-apart',
      'Neither port package needs the other.',
      { path: '^packages/(event-log|message-bus)/' },
      { path: '^packages/(event-log|message-bus)/', pathNot: '^packages/$1/' },
    ),
    forbid(
      'adapters-are-apart',
      'An adapter knows its port, never another adapter.',
      { path: '^packages/([^/]+)/src/(sqlite|memory|eventstoredb|kafka)/', pathNot: testOnly },
      { path: '^packages/$1/src/(sqlite|memory|eventstoredb|kafka)/', pathNot: '^packages/$1/src/$2/' },
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
      { path: '^(services|test|scripts)/' },
    ),
    forbid(
      'services-do-not-know-tests',
      'Nothing that runs imports what tests it.',
      { path: '^services/' },
      { path: '^(test|scripts)/' },
    ),
    forbid(
      'connector-is-not-a-service',
      'connector reads no configuration.',
      { path: '^packages/connector/' },
      { path: '^packages/(config|audit|hermes-simulator)/' },
    ),
    forbid(
      'audit-sends-nothing',
      'audit reads and re-derives; it cannot start or drive a run.',
      { path: '^packages/audit/', pathNot: testOnly },
      { path: '^packages/(connector|hermes-client|hermes-simulator|config)/' },
    ),
    forbid(
      'drivers-only-in-adapters',
      'A database, broker or HTTP client is touched by its adapter alone.',
      { path: '^packages/', pathNot: `${adapters}|${testOnly}` },
      { path: 'node_modules/(better-sqlite3|undici|kafkajs|@eventstore/db-client)/' },
    ),
    forbid(
      'no-deep-imports',
      'A package is entered by its public face.',
      { path: '^(packages|services)/([^/]+)/' },
      { path: '^(packages|services)/[^/]+/', pathNot: `^(packages|services)/$2/|${publicFace}` },
    ),
    forbid(
      'tests-stay-outside',
      'What stands under test/ sees the system from outside.',
      { path: '^test/' },
      { path: '^(packages|services)/[^/]+/', pathNot: publicFace },
    ),
    forbid(
      'model-stands-alone',
      'What judges the simulation shares nothing with what it judges, nor with what drives it.',
      { path: '^test/simulation/model/' },
      { path: '^(packages|services|scripts|node_modules)/|^test/', pathNot: '^test/simulation/model/' },
    ),
    forbid('no-unresolved', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    forbid(
      'no-undeclared',
      'What is imported stands in the package.json beside it.',
      { pathNot: `${testOnly}|^(test|scripts)/` },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
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
