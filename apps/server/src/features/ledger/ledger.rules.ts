import type { ChargeType } from '@myaccount/contract/invoices';
import type { RowOf } from '../../platform/database/tables.ts';

type LedgerAccount = RowOf<'ledger_posting'>['debit'];

/** One amount that moves from the ledger account `credit` to `debit`, once for its event. */
export interface Posting {
  readonly eventKey: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** Always above 0: a negative amount moves the other way. */
  readonly amountCents: number;
  readonly occurredOn: string;
  readonly invoiceId: string | null;
  readonly paymentId: string | null;
}

/** A posting of an account as a row of the ledger. */
export function postingRow(posting: Posting, accountId: string, postedAt: Date) {
  return {
    account_id: accountId,
    event_key: posting.eventKey,
    debit: posting.debit,
    credit: posting.credit,
    amount_cents: posting.amountCents,
    occurred_on: posting.occurredOn,
    posted_at: postedAt,
    invoice_id: posting.invoiceId,
    payment_id: posting.paymentId,
  };
}

/** What a posting is about. */
interface Event {
  readonly eventKey: string;
  readonly occurredOn: string;
  readonly invoiceId?: string;
  readonly paymentId?: string;
}

interface PostedPayment {
  readonly id: string;
  readonly amountCents: number;
}

/** Debits `debit` and credits `credit`; the other way round when negative, nothing at all when 0. */
function move(event: Event, debit: LedgerAccount, credit: LedgerAccount, cents: number): Posting[] {
  if (cents === 0) return [];
  const sides = cents > 0 ? { debit, credit } : { debit: credit, credit: debit };
  const { eventKey, occurredOn, invoiceId = null, paymentId = null } = event;
  return [{ eventKey, occurredOn, invoiceId, paymentId, ...sides, amountCents: Math.abs(cents) }];
}

/** A bill: what the customer owes, as revenue and as tax. */
export function postInvoice(invoice: {
  readonly id: string;
  readonly issuedOn: string;
  readonly charges: readonly { readonly type: ChargeType; readonly amountCents: number }[];
}): Posting[] {
  const sum = (isTax: boolean) =>
    invoice.charges
      .filter(({ type }) => (type === 'tax') === isTax)
      .reduce((cents, charge) => cents + charge.amountCents, 0);
  const event = { eventKey: `invoice:${invoice.id}`, occurredOn: invoice.issuedOn, invoiceId: invoice.id };
  return [
    ...move(event, 'receivable', 'revenue', sum(false)),
    ...move(event, 'receivable', 'tax', sum(true)),
  ];
}

/** A bill that is void: what it charged, corrections included, is owed no more. */
export function postInvoiceVoid(invoiceId: string, occurredOn: string, bookedCents: number): Posting[] {
  const event = { eventKey: `invoice-void:${invoiceId}`, occurredOn, invoiceId };
  return move(event, 'adjustment', 'receivable', bookedCents);
}

/** A payment that was completed: credited to what the customer owes. */
export function postPayment(payment: PostedPayment, occurredOn: string): Posting[] {
  const event = { eventKey: `payment:${payment.id}`, occurredOn, paymentId: payment.id };
  return move(event, 'cash', 'receivable', payment.amountCents);
}

/** A completed payment that came back: what it credited is owed again. */
export function postReturn(payment: PostedPayment, occurredOn: string): Posting[] {
  const event = { eventKey: `payment-return:${payment.id}`, occurredOn, paymentId: payment.id };
  return move(event, 'receivable', 'cash', payment.amountCents);
}

/** What was given back of a completed payment: by a refund, or all that is left where billing says so. */
export function postRefund(
  { id, amountCents }: PostedPayment,
  occurredOn: string,
  refundId?: string,
): Posting[] {
  const eventKey = refundId === undefined ? `payment-refund:${id}` : `refund:${refundId}`;
  return move({ eventKey, occurredOn, paymentId: id }, 'receivable', 'cash', amountCents);
}

/** What was owed (or, negative, in credit) before the first bill that is known; `number` counts the account’s openings. */
export function postOpening(number: number, occurredOn: string, cents: number): Posting[] {
  return move({ eventKey: `opening:${number}`, occurredOn }, 'receivable', 'opening', cents);
}

/** A bill’s amount that changed after it was booked, by the difference; `number` counts the bill’s corrections. */
export function postInvoiceCorrection(
  invoiceId: string,
  number: number,
  occurredOn: string,
  differenceCents: number,
): Posting[] {
  const event = { eventKey: `invoice-correction:${invoiceId}:${number}`, occurredOn, invoiceId };
  return move(event, 'receivable', 'adjustment', differenceCents);
}

/** A payment’s amount that changed after it was booked, by the difference; `number` counts its corrections. */
export function postPaymentCorrection(
  paymentId: string,
  number: number,
  occurredOn: string,
  differenceCents: number,
): Posting[] {
  const event = { eventKey: `payment-correction:${paymentId}:${number}`, occurredOn, paymentId };
  return move(event, 'adjustment', 'receivable', differenceCents);
}
