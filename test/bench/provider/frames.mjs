const TIMESTAMP = 1_790_000_000.25;

/** The frames of one run: text, a tool now and then, the end. Each is made when it is written, so it can carry the time. */
export function framesOf(runId, events) {
  const frames = [];
  for (let nth = 0; nth < events - 1; nth += 1)
    frames.push(nth % 20 === 10 ? tool(runId, nth) : delta(runId, nth));
  frames.push(completed(runId, events));
  return frames;
}

function delta(run_id, nth) {
  return { event: 'message.delta', run_id, timestamp: TIMESTAMP, delta: `word ${nth} of the answer ` };
}

function tool(run_id, nth) {
  return {
    event: 'tool.started',
    run_id,
    timestamp: TIMESTAMP,
    tool: 'terminal',
    preview: `ls -l part-${nth}`,
  };
}

function completed(run_id, events) {
  const usage = { input_tokens: 11, output_tokens: events, total_tokens: events + 11 };
  return { event: 'run.completed', run_id, timestamp: TIMESTAMP, output: 'All good.', usage };
}
