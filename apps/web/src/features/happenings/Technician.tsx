import type { VisitProgress } from '@myaccount/contract/visit-progress';
import { config } from '../../api/config.ts';
import { useProgressTexts } from '../appointments/useVisitTexts.ts';

/** Who is on the way, and when they arrive, or who is at work. */
export function Technician({ visit, day }: { readonly visit: VisitProgress; readonly day: string }) {
  const at = visit.shortestArrivalETA ?? day;
  return <span>{useProgressTexts(visit, { start: at, end: at }, config.timeZone).sentence}</span>;
}
