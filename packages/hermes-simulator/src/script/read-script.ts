import { readStep } from './read-step.js';
import { readTurn } from './read-turn.js';
import type { Script } from './script.js';
import { ScriptError, Shape } from './shape.js';

/** Most steps or turns of one script. */
const MAX_ENTRIES = 100_000;

/**
 * Reads a script from parsed JSON: `{name, steps: [...]}` or the lab kit's `{name, turns: [...]}`.
 * Throws ScriptError, whose message names the wrong place.
 */
export function readScript(value: unknown, place = 'script'): Script {
  const shape = new Shape(value, place);
  const name = shape.get('name').text();
  if (!/^[A-Za-z0-9_.-]{1,200}$/.test(name))
    throw new ScriptError(`${place}.name`, 'a name like my-script_1');
  const turns = shape.has('turns');
  const entries = shape.get(turns ? 'turns' : 'steps').list();
  if (entries.length === 0 || entries.length > MAX_ENTRIES)
    throw new ScriptError(`${place}.${turns ? 'turns' : 'steps'}`, `1 to ${MAX_ENTRIES} entries`);
  return turns ? { name, turns: entries.map(readTurn) } : { name, steps: entries.map(readStep) };
}
