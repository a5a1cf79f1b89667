import type { Trx } from '../../platform/database/connect.ts';
import { insertPostings } from './ledger.repository.ts';
import { postPayment, postReturn } from './ledger.rules.ts';

/** A payment as the ledger books it. */
interface BookedPayment {
  readonly accountId: string;
  readonly id: string;
  readonly amountCents: number;
}

/** When something is booked: the business day it counts for, and the moment it is written. */
interface BookedWhen {
  readonly occurredOn: string;
  readonly at: Date;
}

/** Credits a completed payment to what its account owes. */
export async function bookPayment(
  trx: Trx,
  payment: BookedPayment,
  { occurredOn, at }: BookedWhen,
): Promise<void> {
  await insertPostings(trx, payment.accountId, postPayment(payment, occurredOn), at);
}

/** Makes a completed payment that came back owed again. */
export async function bookReturn(
  trx: Trx,
  payment: BookedPayment,
  { occurredOn, at }: BookedWhen,
): Promise<void> {
  await insertPostings(trx, payment.accountId, postReturn(payment, occurredOn), at);
}
