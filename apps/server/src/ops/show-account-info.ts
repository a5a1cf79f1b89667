import {
  getAccountInfoForSupport,
  listLastChanges,
} from '../features/accounts/support-account-info.repository.ts';
import type { Database } from '../platform/database/connect.ts';
import { plainText } from './plain-text.ts';
import { textSection } from './text-section.ts';

/** Returns what customers may change of an account, and the last changes, as text. The PIN stays out: only whether there is one. */
export async function accountInfoSections(db: Database, accountId: string): Promise<string[]> {
  const info = await getAccountInfoForSupport(db, accountId);
  const waiting = info.waitingAddress
    ? `waiting e-mail ${info.waitingAddress} since ${info.requestedAt?.toISOString()} until ${info.expiresAt?.toISOString()}, saved by ${info.savedBy}`
    : 'no waiting e-mail';
  const line = `notifications ${info.preference || 'none'}, ${info.hasPin ? 'PIN set' : 'no PIN'}, ${waiting}`;
  const changes = await listLastChanges(db, accountId);
  return [
    plainText(line),
    textSection(
      'Changes',
      changes.map((change) => [
        change.at.toISOString(),
        change.action,
        change.emailAddress ?? change.actor,
        change.clientAddress,
      ]),
    ),
  ];
}
