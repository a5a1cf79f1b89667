import type { Database } from '../platform/database/connect.ts';
import { insertRow } from './rows.ts';

/** Covers all time, as settlement files do that were compared and agree. */
export async function coverOrbital(db: Database): Promise<void> {
  await insertRow(db, 'orbital_coverage', {
    covers_from: new Date(0),
    covers_to: new Date('9999-12-31T00:00:00Z'),
    charges: 0,
    total_cents: 0,
    stated_by: 'Kim',
    stated_at: new Date(0),
    file_name: 'settlement.csv',
  });
}
