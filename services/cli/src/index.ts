export { EXIT_CODES, type ExitCode } from './exit-code.js';
export { main } from './main.js';
export type { Store } from './wire/open-store.js';
export type { AroundStore } from './wire/service-edge.js';
