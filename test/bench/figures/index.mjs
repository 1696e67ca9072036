import { measureB1 } from './b1.mjs';
import { measureB11 } from './b11.mjs';
import { measureB1c } from './b1c.mjs';
import { measureB2 } from './b2.mjs';
import { measureB3 } from './b3.mjs';
import { measureB4 } from './b4.mjs';
import { measureB5 } from './b5.mjs';
import { measureB6 } from './b6.mjs';
import { measureB8 } from './b8.mjs';
import { measureB9 } from './b9.mjs';

/** How each row is measured, by its name on the command line. */
export const MEASURES = {
  b1: measureB1,
  b1c: measureB1c,
  b2: measureB2,
  b3: measureB3,
  b4: measureB4,
  b9: measureB9,
  b5: measureB5,
  b6: measureB6,
  b8: measureB8,
  b11: measureB11,
};
