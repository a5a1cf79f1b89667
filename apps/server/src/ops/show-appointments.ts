import { listVisitsForSupport } from '../features/appointments/link.repository.ts';
import type { Database } from '../platform/database/connect.ts';
import { textSection } from './text-section.ts';

const shownVisits = 10;

/** Returns the newest visits of an account with their progress and links, as a section of text. */
export async function appointmentsSection(db: Database, accountId: string, now: Date): Promise<string> {
  const visits = await listVisitsForSupport(db, accountId, now, shownVisits);
  return textSection(
    'Appointments',
    visits.map((visit) => [
      `${visit.startsAt.toISOString()} to ${visit.endsAt.toISOString()}`,
      visit.kind,
      visit.jobStatus,
      visit.techFirstName,
      visit.confirmingStartsAt && `confirming ${visit.confirmingStartsAt.toISOString()}`,
      `${visit.liveLinks ?? 0} live links`,
      visit.reportedAt ? `reported ${visit.reportedAt.toISOString()}` : 'imported',
      visit.externalId,
    ]),
  );
}
