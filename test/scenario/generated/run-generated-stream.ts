import { createHermesClient, type HermesTransport, type StreamEndReason } from '@aip-hermes/hermes-client';
import { SseFramer } from '@aip-hermes/hermes-client/sse';
import type { PlannedRun, ScenarioRunner } from '../file/planned-run.js';
import type { Chunk, GeneratedStream, StreamVariant } from '../file/scenario.js';
import { goodCommand, happyProvider, OUTPUT } from './happy-provider.js';
import { streamBody } from './stream-body.js';

const ACTION = 'act_generated_stream';

/**
 * Reads each generated stream with the product's client, measures what its parser keeps, and plays a run with that
 * stream: it must go on by polling.
 */
export async function runGeneratedStream(
  { variants }: GeneratedStream,
  runScenario: ScenarioRunner,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (const variant of variants) {
    const found = [
      ...(await endProblems(variant)),
      ...retentionProblems(variant),
      ...(await runScenario(plannedRun(variant))),
    ];
    reasons.push(...found.map((reason) => `${variant.name}: ${reason}`));
  }
  return reasons;
}

const LIMITS: Readonly<Record<StreamVariant['expect']['streamEnd'], StreamEndReason>> = {
  'frame-limit': 'frame_limit',
  'stream-limit': 'stream_limit',
  none: 'closed',
};

async function endProblems(variant: StreamVariant): Promise<readonly string[]> {
  const transport: HermesTransport = {
    request: () =>
      Promise.resolve({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: body(variant) }),
    close: () => Promise.resolve(),
  };
  const client = createHermesClient({
    endpointId: 'hermes-a',
    baseUrl: 'http://127.0.0.1:8642',
    apiKey: 'scenario-key',
    transport,
    timers: { after: () => () => undefined },
  });
  const expected = LIMITS[variant.expect.streamEnd];
  for await (const { end } of client.openEvents('run_generated', new AbortController().signal)) {
    if (end === null) continue;
    return end.reason === expected ? [] : [`the stream ends with ${end.reason}, not with ${expected}`];
  }
  return ['the stream has no end'];
}

async function* body(variant: StreamVariant): AsyncGenerator<Uint8Array, void, undefined> {
  yield* streamBody(variant);
}

function retentionProblems(variant: StreamVariant): readonly string[] {
  const framer = new SseFramer();
  let most = 0;
  for (const chunk of streamBody(variant)) {
    const { fault } = framer.feed(chunk);
    most = Math.max(most, framer.retainedBytes);
    if (fault !== null) break;
  }
  const bound = variant.expect.maxRetainedBytes;
  return most <= bound ? [] : [`the parser keeps ${most} bytes, more than ${bound}`];
}

function plannedRun(variant: StreamVariant): PlannedRun {
  const { chunks, files } = asFiles(variant);
  return {
    label: variant.name,
    files,
    seed: 1,
    source: null,
    crashOnlyFor: null,
    scenario: {
      kind: 'scenario/1',
      case: 'generated',
      profile: 'C',
      provider: happyProvider(chunks),
      steps: [{ do: 'deliver', message: goodCommand(ACTION) }, { do: 'settle' }],
      expect: {
        startRequests: 1,
        eventStreamRequests: 1,
        statusRequests: '>=1',
        result: 'completed',
        output: OUTPUT,
        resultsVisible: 1,
        recordedEvents: { StreamEnded: 1 },
        processAlive: true,
      },
    },
  };
}

/** The chunks as files; equal ones, of which there are many, are kept once. */
function asFiles(variant: StreamVariant): {
  readonly chunks: readonly Chunk[];
  readonly files: ReadonlyMap<string, Uint8Array>;
} {
  const names = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const chunks: Chunk[] = [];
  for (const chunk of streamBody(variant)) {
    const content = Buffer.from(chunk).toString('latin1');
    const name = names.get(content) ?? `chunk-${names.size}`;
    names.set(content, name);
    files.set(name, chunk);
    chunks.push({ file: name });
  }
  return { chunks, files };
}
