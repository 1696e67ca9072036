export { Admission } from './admission/admission.js';
export type { Ingress } from './admission/ingress.js';
export { Connector, type ConnectorDeps } from './connector.js';
export type { Clock, Ids, Logger, Surroundings, Timers } from './ports.js';
export { checkLogAndBus, joinLogAndBus, LogAndBusMismatch } from './publication/log-and-bus.js';
export { NewerEvent, Projector, type ProjectorDeps } from './publication/projector.js';
export type { Endpoint, Endpoints } from './runs/endpoint.js';
export { Slots } from './runs/slots.js';
export { BackOff, wait } from './wait.js';
