import { raceOfTwo } from '/work/main/test/simulation/two-writers.js';
Error.stackTraceLimit = 0;
let bad = 0; const t = performance.now();
for (let s = 1; s <= 3000 && performance.now() - t < 150000; s++) { const v = await raceOfTwo(s); if (v.length) { bad++; console.log(s, JSON.stringify(v)); } if (s % 500 === 0) console.log(s, Math.round(performance.now()-t)); }
console.log('bad', bad);
