import type { AuditProgress } from '@aip-hermes/audit';

/** How far an audit of the whole log has come; with a share where positions are numbers, as those of the embedded log. */
export function auditProgress({ audited, position, head }: AuditProgress): string {
  const share = Number(position ?? 0) / Number(head ?? Number.NaN);
  const percent = Number.isFinite(share) ? `, ${Math.floor(100 * Math.min(1, share))} % of the log` : '';
  return `${audited} Actions audited${percent}`;
}
