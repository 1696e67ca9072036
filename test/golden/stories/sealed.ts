import {
  CONNECTOR_AGENT_ID,
  PROJECTION_VERSION,
  sealEvents,
  type BesideEvent,
  type BindingEvent,
  type RecordedRow,
} from '@aip-hermes/binding';

/** One append: events of one stream that stand together. */
export interface Append {
  readonly stream: string;
  readonly events: readonly (BindingEvent | BesideEvent)[];
}

/** Seals appends as the product does: one chain for the binding stream, none beside it; a second between appends. */
export function sealed(bindingStream: string, story: readonly Append[]): readonly RecordedRow[] {
  let chain: string | null = null;
  const revisions = new Map<string, number>();
  return story.flatMap(({ stream, events }, index) => {
    const isBinding = stream === bindingStream;
    const append = sealEvents(
      {
        stream,
        attemptId: `attempt-${index}`,
        instanceId: '6c1f2d1e-5b1c-4e0a-9a53-0c9a3f1f1c01',
        recordedAt: new Date(Date.UTC(2026, 6, 9) + index * 1000).toISOString(),
        correlationId: 'corr_1',
        causationId: 'msg_source',
        projection: {
          version: PROJECTION_VERSION,
          agent: CONNECTOR_AGENT_ID,
          to: { id: 'user:ada', kind: 'human' },
          publish_chunks: true,
          session_id: null,
          traceparent: null,
        },
        previousChain: isBinding ? chain : 'none',
      },
      events,
    );
    if (isBinding) chain = append.chain;
    return append.rows.map((row) => {
      const revision = revisions.get(stream) ?? 0;
      revisions.set(stream, revision + 1);
      return { ...row, stream, revision };
    });
  });
}
