import { listStopsForSupport, listTextsForSupport } from '../features/texts/support-texts.repository.ts';
import type { Database } from '../platform/database/connect.ts';
import { textSection } from './text-section.ts';

/** Returns the last texts of an account, and who stopped them. Never their words: they hold links. */
export async function textsSections(db: Database, accountId: string): Promise<string[]> {
  const texts = await listTextsForSupport(db, accountId);
  const stops = await listStopsForSupport(db, accountId);
  return [
    textSection(
      'Texts',
      texts.map((text) => [
        text.createdAt.toISOString(),
        text.kind,
        text.recipient,
        text.state,
        text.sentAt ? `sent ${text.sentAt.toISOString()}` : `${text.attempts} attempts`,
        text.providerId,
        text.lastError,
      ]),
    ),
    textSection(
      'STOP replies',
      stops.map((stop) => [
        stop.phoneNumber,
        `STOP ${stop.stoppedAt.toISOString()}`,
        stop.resumedAt ? `START ${stop.resumedAt.toISOString()}` : 'texts are off',
      ]),
    ),
  ];
}
