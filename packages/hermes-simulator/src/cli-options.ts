import { parseArgs } from 'node:util';
import { FAULT_MARKERS } from './faults/fault-markers.js';
import type { ApprovalMode } from './runs/guard.js';
import type { ProfileName } from './profiles/profile.js';

/** What the command line asks for. */
export type CliOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }
  | {
      readonly kind: 'serve';
      readonly profile: ProfileName;
      readonly port: number;
      readonly host: '127.0.0.1' | '::1' | 'localhost';
      readonly key: KeySource;
      readonly scriptFiles: readonly string[];
      readonly defaultScript: string | undefined;
      readonly timeScale: number;
      readonly maxConcurrentRuns: number | undefined;
      readonly approvalMode: ApprovalMode;
      readonly approvalTimeoutMs: number | undefined;
      readonly createStallMs: number;
      readonly exposeCalls: boolean;
    };

/** Where the bearer key comes from. */
export type KeySource =
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'generated' };

/** Text of `--help`. */
export const CLI_HELP = `Usage: hermes-simulator [options]

The runs API of Hermes Agent as a local server with scripted runs. No model, no tools.

  --profile P          A (0.18.2), B (0.19.0, default), C (0.21 family) or D (later)
  --port N             port; 0 takes a free one (default 8642)
  --host ADDRESS       127.0.0.1 (default), ::1 or localhost
  --key-file FILE      file that holds the bearer key (16 characters or more)
  --key-env NAME       environment variable that holds the bearer key
                       without either a key is generated and printed once
  --script FILE        JSON file with one script or a list of scripts; may be repeated
  --default-script S   script of inputs without a SCRIPT= marker (default plain)
  --time-scale X       run all scripts and limits X times faster (default 1)
  --max-runs N         cap of live runs (default 10, 0 for none)
  --approval-mode M    manual (default), smart, off, or unattended (refuses without asking)
  --approval-timeout S seconds a question waits (default 60 in B, 300 in A, C and D)
  --create-stall MS    milliseconds the whole server stands still for each new run (the real one: about 100)
  --expose-calls       serve the record of received requests on GET /_sim/calls
  --help               this text

An input picks its script with SCRIPT=<name>; built in: plain, run-tool-with-reasoning, approval, failing, long.
An input provokes a fault with FAULT=<name>[:<number>]:
  ${FAULT_MARKERS.join(',\n  ')}.

SIGTERM and SIGINT end it with 0. Exit code 2: wrong option, key or script; 1: it could not start.
`;

const PROFILE_NAMES: readonly ProfileName[] = ['A', 'B', 'C', 'D'];
const APPROVAL_MODES: readonly ApprovalMode[] = ['manual', 'smart', 'off', 'unattended'];
const DEFAULT_PORT = 8642;
const HOSTS = ['127.0.0.1', '::1', 'localhost'] as const;

/** Reads the command line; whatever is wrong comes back as a message. */
export function readCliOptions(args: readonly string[]): CliOptions {
  let values: Values;
  try {
    values = parse(args);
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help === true) return { kind: 'help' };
  const message = wrongValue(values);
  if (message !== undefined) return { kind: 'wrong', message };
  return {
    kind: 'serve',
    profile: PROFILE_NAMES.find((name) => name === values.profile) ?? 'B',
    port: Number(values.port ?? DEFAULT_PORT),
    host: HOSTS.find((host) => host === values.host) ?? '127.0.0.1',
    key: keySource(values['key-file'], values['key-env']),
    scriptFiles: values.script ?? [],
    defaultScript: values['default-script'],
    timeScale: Number(values['time-scale'] ?? 1),
    maxConcurrentRuns: values['max-runs'] === undefined ? undefined : Number(values['max-runs']),
    approvalMode: APPROVAL_MODES.find((mode) => mode === values['approval-mode']) ?? 'manual',
    approvalTimeoutMs:
      values['approval-timeout'] === undefined ? undefined : Number(values['approval-timeout']) * 1000,
    createStallMs: Number(values['create-stall'] ?? 0),
    exposeCalls: values['expose-calls'] ?? false,
  };
}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      profile: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'key-file': { type: 'string' },
      'key-env': { type: 'string' },
      script: { type: 'string', multiple: true },
      'default-script': { type: 'string' },
      'time-scale': { type: 'string' },
      'max-runs': { type: 'string' },
      'approval-mode': { type: 'string' },
      'approval-timeout': { type: 'string' },
      'create-stall': { type: 'string' },
      'expose-calls': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

function wrongValue(values: Values): string | undefined {
  if (values.profile !== undefined && !PROFILE_NAMES.some((name) => name === values.profile))
    return `--profile must be ${PROFILE_NAMES.join(', ')}`;
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return '--port must be 0 to 65535';
  if (values.host !== undefined && !HOSTS.some((host) => host === values.host))
    return `--host must be ${HOSTS.join(', ')}: the simulator serves this machine only`;
  const timeScale = Number(values['time-scale'] ?? 1);
  if (!Number.isFinite(timeScale) || timeScale <= 0) return '--time-scale must be a number above 0';
  const maxRuns = Number(values['max-runs'] ?? 0);
  if (!Number.isInteger(maxRuns) || maxRuns < 0) return '--max-runs must be 0 or more';
  if (values['key-file'] !== undefined && values['key-env'] !== undefined)
    return 'use --key-file or --key-env, not both';
  return wrongBehaviour(values);
}

function wrongBehaviour(values: Values): string | undefined {
  const mode = values['approval-mode'];
  if (mode !== undefined && !APPROVAL_MODES.some((known) => known === mode))
    return `--approval-mode must be ${APPROVAL_MODES.join(', ')}`;
  for (const name of ['approval-timeout', 'create-stall'] as const) {
    const number = Number(values[name] ?? 0);
    if (!Number.isFinite(number) || number < 0) return `--${name} must be a number, not negative`;
  }
  return undefined;
}

function keySource(file: string | undefined, env: string | undefined): KeySource {
  if (file !== undefined) return { from: 'file', path: file };
  return env === undefined ? { from: 'generated' } : { from: 'env', name: env };
}
