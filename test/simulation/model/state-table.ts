import { readFileSync } from 'node:fs';
import type { History } from './bindings.js';
import { at, type Row, type Violation } from './facts.js';

interface TableRow {
  readonly event: string;
  readonly given?: string;
  readonly cells: readonly string[];
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

const TABLE = JSON.parse(
  readFileSync(new URL('../../state-table/state-table.json', import.meta.url), 'utf8'),
) as Table;

/** A cell of the table: event, given, state before. */
export interface Cell {
  readonly event: string;
  readonly given: string;
  readonly column: string;
  /** What stands in it: `-` illegal, `=` unchanged, else the state after. */
  readonly says: string;
}

/** All cells of the table. */
export const CELLS: readonly Cell[] = TABLE.rows.flatMap(({ event, given, cells }) =>
  cells.map((says, index) => ({ event, given: given ?? '', column: TABLE.columns[index] ?? '', says })),
);

/** A cell's name in counts. */
export function cellName({ event, given, column }: Cell): string {
  return `cell:${event}${given === '' ? '' : ` (${given})`} in ${column}`;
}

/** State of one binding as the table has it. */
interface State {
  status: string;
  claimOpen: boolean;
  cancelRequested: boolean;
  resolved: boolean;
  readonly prompts: Set<unknown>;
}

/** Of these the table gives a claim that stays open as something to be cleared, not as a condition. */
const CLEARS_CLAIM: ReadonlySet<string> = new Set(['RunCompleted', 'RunCancelled']);
const LIVE: ReadonlySet<string> = new Set([
  'none',
  'starting',
  'running',
  'waiting_for_approval',
  'cancelling',
]);

/** SPEC 3, event by event: every event stands in a cell of the state table that allows it. */
export class StateTableWatch {
  readonly #states = new Map<string, State>();

  /** Says in which cells the next event of a binding stands, and what is wrong with that, or null. */
  see(
    row: Row,
    { actionId }: History,
  ): { readonly cells: readonly Cell[]; readonly wrong: Violation | null } {
    const state = this.#states.get(actionId) ?? begin();
    this.#states.set(actionId, state);
    const column = LIVE.has(state.status) ? state.status : 'T';
    const given = conditions(state, at(row.data, 'generation'));
    const cells = CELLS.filter(
      (cell) => cell.event === row.type && cell.column === column && holds(cell, given),
    );
    const says = closest(cells)?.says ?? '-';
    if (says === '-') {
      const why = `${actionId}: ${row.type} in ${state.status} (${[...given].join(', ')})`;
      return { cells, wrong: { guarantee: 'SPEC3', why } };
    }
    if (says !== '=') state.status = says;
    remember(state, row);
    return { cells: cells.filter((cell) => cell.says === says), wrong: null };
  }
}

function begin(): State {
  return { status: 'none', claimOpen: false, cancelRequested: false, resolved: false, prompts: new Set() };
}

function conditions(state: State, generation: unknown): ReadonlySet<string> {
  const given = new Set<string>();
  if (state.claimOpen) given.add('claim open');
  if (state.cancelRequested) given.add('cancel requested');
  if (state.resolved) given.add('delegation resolved');
  if (state.prompts.size === 0) given.add('no prompt open');
  if (state.prompts.has(generation)) given.add('its prompt open');
  if ([...state.prompts].some((prompt) => prompt !== generation)) given.add('another prompt open');
  return given;
}

function holds({ event, given }: Cell, conditions: ReadonlySet<string>): boolean {
  return (
    given === '' ||
    CLEARS_CLAIM.has(event) ||
    given.split(', ').every((condition) => conditions.has(condition))
  );
}

/** The cell with the most conditions says what happens. */
function closest(cells: readonly Cell[]): Cell | undefined {
  const size = ({ given }: Cell): number => (given === '' ? 0 : given.split(', ').length);
  return [...cells].sort((one, other) => size(other) - size(one))[0];
}

function remember(state: State, row: Row): void {
  switch (row.type) {
    case 'RunStartClaimed':
      state.claimOpen = true;
      break;
    case 'RunBound':
      state.claimOpen = false;
      break;
    case 'CancellationRequested':
      state.cancelRequested = true;
      break;
    case 'ApprovalRequested':
      state.prompts.add(at(row.data, 'generation'));
      break;
    case 'ApprovalAnswerApplied':
    case 'ApprovalExpired':
      state.prompts.delete(at(row.data, 'generation'));
      break;
    case 'DelegationResolved':
      state.resolved = true;
      break;
    default:
  }
}
