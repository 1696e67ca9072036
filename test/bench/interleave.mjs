/**
 * Measures several subjects in turn: A B A B ..., the order turned round every time, so that whatever the machine
 * does meanwhile strikes them alike. The first `warmUps` rounds are dropped.
 */
export async function interleave(subjects, { rounds, warmUps }) {
  const names = Object.keys(subjects);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      globalThis.gc?.();
      const value = await subjects[name]();
      if (round >= 0) samples[name].push(value);
    }
  }
  return samples;
}
