export { startCommandService, type CommandService, type CommandServiceParts } from './command-service.js';
