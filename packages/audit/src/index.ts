export type { ActionAudit } from './action-audit.js';
export { auditAction } from './audit-action.js';
export { auditAll, type AuditProgress } from './audit-all.js';
export { busOnly, type BusOnly, type PublishedKeys } from './bus-only.js';
export type { AuditEvent } from './event-view.js';
export type { Sources } from './gather.js';
export type { AuditMessage } from './message-view.js';
export type { TimelineEntry } from './timeline.js';
export type { Guarantee, Verdict } from './verdict.js';
