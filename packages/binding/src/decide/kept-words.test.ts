import { describe, expect, it } from 'vitest';
import { givenEvents, RUNNING, STARTING } from '../fixtures/given-binding.js';
import { sampleEvent } from '../fixtures/sample-events.js';
import type { StreamDecision } from './decision.js';
import { loseObservation } from './lose-observation.js';
import { recordEvents } from './record-events.js';
import { recordStatus } from './record-status.js';
import { loseStart, rejectStart } from './settle-start.js';

const KEY = 'held-key-0815-canary';
const HIDDEN = Buffer.from(`Bearer ${KEY}`).toString('base64');
const limits = { max_events: 100, max_output_bytes: 65_536, max_event_data_bytes: 65_536, secrets: [KEY] };

function written(decision: StreamDecision): string {
  expect(decision.kind).toBe('append');
  return JSON.stringify(decision);
}

function claimed(): { readonly state: ReturnType<typeof givenEvents>; readonly claimId: string } {
  const state = givenEvents(...STARTING, sampleEvent('RunStartClaimed'));
  return { state, claimId: state.binding.start_claim?.claim_id ?? '' };
}

function observed(): { readonly state: ReturnType<typeof givenEvents>; readonly claimId: string } {
  const state = givenEvents(...RUNNING);
  return { state, claimId: state.binding.observation?.claim_id ?? '' };
}

const FORMS = [
  KEY,
  HIDDEN,
  Buffer.from(KEY).toString('base64url'),
  Buffer.from(KEY).toString('hex'),
  KEY.replaceAll('-', '%2d'),
];

describe.each(FORMS)('the held key as %s', (said) => {
  const core = said === HIDDEN ? HIDDEN.slice(12, -4) : said;

  it('G10: is not kept of the code and message of a refused start', () => {
    const { state, claimId } = claimed();
    const rejection = {
      httpStatus: 400,
      providerCode: said,
      providerMessage: `no ${said}`,
      retryAfterMs: null,
    };
    expect(written(rejectStart(state, claimId, rejection, [KEY]))).not.toContain(core);
  });

  it('G10: is not kept as the run id seen in a server error', () => {
    const { state, claimId } = claimed();
    const evidence = { request_sent: true, reason: `HTTP 500 ${said}`, run_id_seen: said };
    const text = written(loseStart(state, claimId, evidence, [KEY]));
    expect(text).not.toContain(core);
    expect(text).not.toContain('run_id_seen');
  });

  it('G10: is not kept as an unsupported status word', () => {
    const { state } = observed();
    const lost = { why: 'unsupported_status', word: said } as const;
    expect(written(loseObservation(state, lost, [KEY]))).not.toContain(core);
  });

  it('G10: is not kept as request id or choice of a prompt, by stream or poll', () => {
    const { state, claimId } = observed();
    const data = { request_id: said, choices: ['once', said] };
    const decisions = [
      recordEvents(state, claimId, [{ name: 'approval.request', data }], limits),
      recordStatus(state, 'waiting_for_approval', { approval: data }, limits),
    ];
    for (const decision of decisions) {
      expect(written(decision)).not.toContain(core);
      expect(decision).toMatchObject({ events: [{ data: { request_id: null } }] });
    }
  });

  it('G10: is not kept as the name of an event', () => {
    const { state, claimId } = observed();
    expect(written(recordEvents(state, claimId, [{ name: said, data: {} }], limits))).not.toContain(core);
  });
});

describe('words without a credential', () => {
  it('S3, S9, A1: are kept as they are', () => {
    const { state, claimId } = claimed();
    const evidence = { request_sent: true, reason: 'HTTP 500', run_id_seen: 'run_1' };
    expect(loseStart(state, claimId, evidence, [KEY])).toMatchObject({ events: [{ data: { evidence } }] });
    const running = observed();
    const prompt = { name: 'approval.request', data: { request_id: 'req_1', choices: ['once', 'deny'] } };
    expect(recordEvents(running.state, running.claimId, [prompt], limits)).toMatchObject({
      events: [{ data: { request_id: 'req_1', choices: ['once', 'deny'] } }],
    });
  });
});
