import type { BillingRefresh } from '@myaccount/contract/home';
import type { Portal } from '../../platform/portal.ts';
import { askForReading } from './reading.repository.ts';

/** When an account was last read, as text, and whether that is wanted. */
export interface StoredReading {
  readonly readAt: string | null;
  readonly isDue: boolean;
}

/**
 * Returns how fresh the stored data of an account is that its customer looks at, and asks for a reading when it is old. Nobody
 * waits for the billing system.
 */
export async function readWhenStale(
  { db, clock, config }: Pick<Portal, 'db' | 'clock' | 'config'>,
  accountId: string,
  reading: StoredReading | null,
): Promise<Pick<BillingRefresh, 'asOf' | 'isReading'>> {
  if (!config.billing) return { asOf: null, isReading: false };
  const now = clock.now();
  const asOf = reading?.readAt ? new Date(reading.readAt).toISOString() : null;
  const isFresh = asOf !== null && now.getTime() - Date.parse(asOf) < config.billing.freshSeconds * 1_000;
  if (!isFresh && !reading?.isDue) await askForReading(db, accountId, now);
  return { asOf, isReading: !isFresh || reading?.isDue === true };
}
