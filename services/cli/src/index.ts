export { EXIT_CODES, type ExitCode } from './exit-code.js';
export { main } from './main.js';
