import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publishedBy } from '../fixtures/published.js';
import {
  aResume,
  aRow,
  anError,
  anInvocation,
  completed,
  failed,
  observed,
  refused,
} from '../fixtures/projection-rows.js';
import { wellFormedJson } from './well-formed-json.js';

const anyText = fc
  .string({ unit: 'binary', maxLength: 12 })
  .chain((text) =>
    fc.array(fc.constantFrom('\uD83D', '\uDE00', '\\', 'ud83d', '\\ud800', '"', 'é', text), { maxLength: 8 }),
  );
const ill = anyText.map((parts) => parts.join(''));

describe('well-formed text at the border', () => {
  it('aip 1: no message, key or header ever holds a lone surrogate', () => {
    fc.assert(
      fc.property(ill, ill, (text, name) => {
        const provider = {
          event: 'message.delta',
          delta: text,
          [name]: [text, { [name]: text }],
          output: text,
        };
        const invocation = aResume({
          action_id: text,
          correlation_id: name,
          session_id: text,
          message_id: name,
        });
        const error = { ...anError, message: text };
        const rows = [
          aRow('ProviderEventObserved', observed('message.delta', 'data', provider)),
          aRow('RunCompleted', completed({ provider, settles: [invocation] })),
          aRow('RunFailed', failed({ provider, error, settles: [invocation] })),
          aRow('CommandRefused', refused({ action_id: text, invocation })),
        ];
        for (const row of rows) {
          for (const { key, value, headers } of publishedBy(row)) {
            for (const part of [key, value, ...Object.values(headers)])
              expect(part.isWellFormed()).toBe(true);
            expect(value).not.toMatch(/(^|[^\\])(\\\\)*\\ud[89a-f]/);
          }
        }
      }),
    );
  });

  it('a pair that was cut over two deltas stays two replaced halves', () => {
    const text = (delta: string): unknown => {
      const row = aRow(
        'ProviderEventObserved',
        observed('message.delta', 'data', { event: 'message.delta', delta }),
      );
      return publishedBy(row)[0]?.envelope.body['stream_chunk']?.['part'];
    };
    expect(text('a\uD83D')).toEqual({ type: 'text', text: 'a\uFFFD' });
    expect(text('\uDE00b')).toEqual({ type: 'text', text: '\uFFFDb' });
    expect(text('\uD83D\uDE00')).toEqual({ type: 'text', text: '😀' });
  });

  it('repairs the text of JSON.stringify as if each string had been repaired', () => {
    fc.assert(
      fc.property(ill, (text) => {
        expect(JSON.parse(wellFormedJson(JSON.stringify({ text })))).toEqual({ text: text.toWellFormed() });
      }),
    );
  });

  it('text that only looks like an escape is kept', () => {
    const [message] = publishedBy(
      aRow('CommandRefused', refused({ invocation: anInvocation({ correlation_id: 'C:\\ud800' }) })),
    );
    expect(message?.envelope['correlation_id']).toBe('C:\\ud800');
  });
});
