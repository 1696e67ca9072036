export { startProjectorService, type ProjectorService } from './projector-service.js';
