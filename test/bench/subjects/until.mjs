/** Counts published records of a topic; `full` resolves with the monotonic time at which `count` were there. */
export function untilPublished(topic, count) {
  let left = count;
  let done;
  const full = new Promise((resolve) => (done = resolve));
  return {
    full,
    onPublished(records) {
      for (const record of records) if (record.topic === topic) left -= 1;
      if (left <= 0) done(process.hrtime.bigint());
    },
  };
}
