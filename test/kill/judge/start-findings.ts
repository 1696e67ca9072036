import { actionsOf, type Judged } from './judged.js';

/** G1: at most one start call for each Action. SPEC O7: its stream is asked for once at most. */
export function startFindings(judged: Pick<Judged, 'sent' | 'calls'>): readonly string[] {
  const count = (kind: string, action: string): number =>
    judged.calls.filter((call) => call.kind === kind && call.action === action).length;
  return actionsOf(judged).flatMap((action) => {
    const starts = count('start', action);
    const streams = count('events', action);
    return [
      ...(starts > 1 ? [`G1: ${starts} start calls for ${action}`] : []),
      ...(streams > 1 ? [`O7: the events of ${action} were asked for ${streams} times`] : []),
    ];
  });
}
