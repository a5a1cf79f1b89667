import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';

/** Whose a charge is that no payment here has. */
export interface ChargeOwner {
  readonly accountId: string;
  readonly methodId: string;
  /** Null where an operator says whose it is and its order number does not. */
  readonly chargeNumber: number | null;
}

/** An account's charges are recognized by their numbers so far below and above its largest. */
const recognizedNumbers = 20;

/** Returns the account, with the method and number of a charge, from its order number; undefined if no account has it. */
export async function findChargeOwner(
  db: Database,
  processor: ProcessorName,
  { reference, lastFour }: RecordedCharge,
): Promise<ChargeOwner | undefined> {
  const { rows } = await sql<ChargeOwner>`
    select m.account_id as "accountId", m.id as "methodId", n as "chargeNumber" from payment_method m
    cross join lateral (select coalesce(max(p.charge_number), 0) as number from payment p where p.account_id = m.account_id) last
    cross join lateral generate_series(greatest(1, last.number - ${recognizedNumbers}::int), last.number + ${recognizedNumbers}::int) n
    where m.processor = ${processor} and m.last_four = ${lastFour} and charge_reference(m.account_id, n) = ${reference}
    order by m.created_at desc limit 1`.execute(db);
  return rows[0];
}

/** Locks an order number until the transaction ends: of several who book its charge, also for several accounts, one does. */
export async function lockReference(trx: Trx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charge ${reference}`}, 0))`.execute(trx);
}
