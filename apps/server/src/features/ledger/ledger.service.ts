import type { Trx } from '../../platform/database/connect.ts';
import { insertPostings } from './ledger.repository.ts';
import { postInvoiceVoid, postPayment, postRefund, postReturn } from './ledger.rules.ts';

/** A payment or a bill as the ledger books it. */
interface BookedAmount {
  readonly accountId: string;
  readonly id: string;
  readonly amountCents: number;
}

/** When something is booked: the business day it counts for, and the moment it is written. */
interface BookingTime {
  readonly occurredOn: string;
  readonly at: Date;
}

/** Credits a completed payment to what its account owes. */
export async function bookPayment(
  trx: Trx,
  payment: BookedAmount,
  { occurredOn, at }: BookingTime,
): Promise<void> {
  await insertPostings(trx, payment.accountId, postPayment(payment, occurredOn), at);
}

/** Makes a completed payment that came back owed again. */
export async function bookReturn(
  trx: Trx,
  payment: BookedAmount,
  { occurredOn, at }: BookingTime,
): Promise<void> {
  await insertPostings(trx, payment.accountId, postReturn(payment, occurredOn), at);
}

/** Makes what a refund gave back of a completed payment owed again. */
export async function bookRefund(
  trx: Trx,
  refund: BookedAmount & { readonly paymentId: string },
  { occurredOn, at }: BookingTime,
): Promise<void> {
  const { id, paymentId, accountId, amountCents } = refund;
  await insertPostings(trx, accountId, postRefund({ id: paymentId, amountCents }, occurredOn, id), at);
}

/** Takes back what a bill charged, corrections included: its amount is booked as what it is now. */
export async function bookInvoiceVoid(
  trx: Trx,
  invoice: BookedAmount,
  { occurredOn, at }: BookingTime,
): Promise<void> {
  const postings = postInvoiceVoid(invoice.id, occurredOn, invoice.amountCents);
  await insertPostings(trx, invoice.accountId, postings, at);
}
