// @ts-check
import { OCCASIONS } from './event-occasions.mjs';

/** @typedef {import('./event-shapes.mjs').Shape} Shape */

/**
 * @typedef {object} StateRow
 * @property {string} event
 * @property {readonly string[]} cells
 */

/**
 * @typedef {object} Facts
 * @property {ReadonlyMap<string, Shape>} shapes
 * @property {readonly string[]} bindingTypes events of a binding's stream
 * @property {readonly string[]} besideTypes events of the other streams
 * @property {ReadonlySet<string>} publishable
 * @property {{readonly columns: readonly string[], readonly rows: readonly StateRow[]}} stateTable
 * @property {number} schemaVersion
 */

/** Shapes that events share, in the order of the page. */
export const SHARED_SHAPES = [
  'Invocation',
  'DelegationRef',
  'OutputFacts',
  'Evidence',
  'Truncation',
  'StoredResult',
];

/**
 * The page `docs/events.md`, before formatting.
 *
 * @param {Facts} facts
 * @returns {string}
 */
export function eventsPage(facts) {
  return `# Events of the log

<!-- Written by \`npm run docs\` from packages/binding/src/events; a test fails when the two differ. -->

What the log holds: every event with the occasion on which it is appended, the rules and guarantees it serves, what it does to the
binding, and its members. For those who audit, and for those who change events. The messages made of them: [messages.md](messages.md).

## Streams

| stream | one for | holds | kept |
| --- | --- | --- | --- |
| \`aip.connector.hermes_agent.operator_runs.v1-<action id>\` | source Action | a binding's whole history | for ever |
| \`aip.connector.hermes_agent.operator_resumes.v1-<action id>\` | resume Action | \`ResumeReceived\` | for ever; not written yet |
| \`aip.connector.hermes_agent.operator_rejections.v1-<hash>\` | refused Action id, the first 32 hexadecimal digits of its SHA-256 | \`CommandRefused\` | the last 256, 30 days |
| \`aip.connector.hermes_agent.operator_replays.v1-<action id>\` | Action that ended and was asked for again | \`ReplayServed\` | the last 256, 24 hours |
| \`aip.connector.hermes_agent.open_bindings.v1-all\` | deployment | \`OpenBindingsSnapshot\` | the last |

## Metadata

Every event carries, beside its data:

${membersTable(shapeOf(facts, 'EventMetadata'))}

\`projection\` is:

${membersTable(shapeOf(facts, 'ProjectionContext'))}

## Versioning

- The schema version of this release is ${facts.schemaVersion}. Recorded events are never rewritten: an older version is brought up on reading
  (\`packages/binding/src/codec/upcasts.ts\`), and the audit reads what stands there.
- Unknown **members** are ignored. An unknown **type**, or a higher schema version, makes that binding read-only for this process: no
  effect, no append, \`operator_state\` to the caller, a loud log line. So an old process cannot act on what it does not
  understand while a new release is rolled out.
- Unless its metadata says \`ignorable: true\`: then an older process skips the event. A release sets it only on events that change
  neither state nor messages.
- Event ids are UUIDv5 of stream, attempt and index, where the attempt is random for each decision: the log takes a repeated append
  of the same attempt as done, and never takes two writers' for the same.
- \`chain\` of binding streams: SHA-256 over the chain before it, id, type and data (\`packages/binding/src/chain.ts\`). The first
  event follows 64 zeros. \`aip-hermes audit\` checks it and prints the head.

## Events of a binding

"Legal in" names the states the event may find; what stands elsewhere flags the stream as damaged and changes nothing.
${facts.bindingTypes.map((type) => eventText(type, facts)).join('')}
## Events beside bindings
${facts.besideTypes.map((type) => eventText(type, facts)).join('')}
## Shared shapes
${SHARED_SHAPES.map((name) => {
  const shape = shapeOf(facts, name);
  return `\n### ${name}\n\n${shape.meaning}\n\n${membersTable(shape)}\n`;
}).join('')}`;
}

/**
 * @param {string} type
 * @param {Facts} facts
 */
function eventText(type, facts) {
  const occasion = OCCASIONS[type];
  if (occasion === undefined) throw new Error(`${type} has no occasion in event-occasions.mjs`);
  const shape = shapeOf(facts, type);
  const by = occasion.by === null ? '**Nothing appends it yet.**' : `Made in \`${occasion.by}\`.`;
  const told = facts.publishable.has(type) ? 'Can give messages.' : 'Gives no message.';
  return `
### ${type}

${shape.meaning}

- **Appended:** ${occasion.when} ${by}
- **Serves:** ${occasion.holds}
- **Effect:** ${[effectOf(type, facts), told].filter((it) => it !== '').join(' ')}

${membersTable(shape)}
`;
}

/**
 * @param {string} type
 * @param {Facts} facts
 */
function effectOf(type, { stateTable: { columns, rows } }) {
  const own = rows.filter(({ event }) => event === type);
  if (own.length === 0) return '';
  const legal = columns.filter((_, index) => own.some(({ cells }) => cells[index] !== '-'));
  const after = [
    ...new Set(own.flatMap(({ cells }) => cells).filter((cell) => cell !== '-' && cell !== '=')),
  ];
  const leads = after.length === 0 ? 'the state stays' : `leads to ${after.map(code).join(', ')}`;
  return `Legal in ${legal.map(stateName).join(', ')}; ${leads}.`;
}

/** @param {string} column */
function stateName(column) {
  if (column === 'none') return 'an empty stream';
  return column === 'T' ? 'every terminal state' : code(column);
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}

/** @param {Shape} shape */
function membersTable({ members }) {
  const rows = members.map(
    ({ name, type, optional, meaning }) =>
      `| \`${name}\`${optional ? ' (optional)' : ''} | \`${type.replaceAll('|', '\\|')}\` | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| member | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * @param {Facts} facts
 * @param {string} name
 */
function shapeOf({ shapes }, name) {
  const shape = shapes.get(name);
  if (shape === undefined) throw new Error(`no interface ${name} in the sources`);
  return shape;
}
