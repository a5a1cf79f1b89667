import { postPayment, postPaymentCorrection, postRefund, postReturn } from '../ledger/ledger.rules.ts';
import type { HistoryPayment } from './import.account-history.rules.ts';
import type { AccountId } from './import.accounts.ts';
import { type Desk, writePostings } from './import.bills.ts';
import { changedColumns, changedFields } from './import.changes.ts';
import { occurredAt } from './import.days.ts';
import type { KnownPayment } from './import.known.ts';
import type { MethodLook } from './import.methods.ts';
import { movesTo } from './import.moves.rules.ts';
import { auditImport, remember } from './import.remember.ts';
import type { Change } from './import.unit.ts';

const columnsOf = {
  occurredOn: ['occurred_at', 'occurred_on'],
  recurring: ['is_recurring'],
  amount: ['amount_cents'],
  methodExternalId: ['payment_method_id', 'method_type', 'processor', 'card_type', 'nickname', 'last_four'],
  method: ['payment_method_id', 'method_type', 'processor', 'card_type', 'nickname', 'last_four'],
} as const;

/** Writes what a line says of a payment, and what that posts. */
export async function writePayment(
  payment: HistoryPayment & { readonly change: Change<'payment'> },
  account: AccountId,
  methods: ReadonlyMap<string, MethodLook>,
  desk: Desk,
): Promise<void> {
  const { id, change, known } = payment;
  const row = rowOf(payment, methods, desk);
  if (known) await changePayment({ ...payment, known }, account, row, desk);
  else {
    desk.writes.insert('payment', {
      account_id: account.id,
      id,
      external_id: change.key,
      state: payment.state,
      ...row,
    });
    if (payment.state !== 'PENDING' && payment.state !== 'PROCESSING_ERROR')
      writePostings(account.id, postPayment(payment, payment.occurredOn), desk);
    writeReversal(payment, account, payment.occurredOn, desk);
  }
  remember('payment', change, desk.context, desk.writes);
}

function rowOf(
  payment: HistoryPayment & { readonly change: Change<'payment'> },
  methods: ReadonlyMap<string, MethodLook>,
  { context }: Desk,
) {
  const { now } = payment.change;
  const saved = now.methodExternalId === null ? undefined : methods.get(now.methodExternalId);
  const look = saved ?? now.method;
  return {
    amount_cents: payment.amountCents,
    is_recurring: now.recurring,
    occurred_at: occurredAt(now.occurredOn, context.timeZone),
    occurred_on: payment.occurredOn,
    payment_method_id: saved?.id ?? null,
    method_type: look?.methodType ?? 'custom',
    processor: look?.processor ?? null,
    card_type: look?.cardType ?? 'UNKNOWN',
    nickname: look?.nickname ?? null,
    last_four: look?.lastFour ?? null,
  };
}

async function changePayment(
  payment: HistoryPayment & { readonly change: Change<'payment'>; readonly known: KnownPayment },
  account: AccountId,
  row: ReturnType<typeof rowOf>,
  desk: Desk,
): Promise<void> {
  const { id, change, known, isMadeHere } = payment;
  const { writes, today } = desk;
  const where = { account_id: account.id, id };
  // Of a payment made here the file only knows what became of it.
  if (!isMadeHere)
    writes.update('payment', changedColumns(changedFields(change.before, change.now), columnsOf, row), where);
  await correctAmount(payment, account, desk);
  for (const state of movesTo(known.state, change.now.status) ?? []) {
    writes.update('payment', { state, manual_review_reason: null }, where);
    if (state === 'COMPLETED') writePostings(account.id, postPayment(payment, payment.occurredOn), desk);
    else writeReversal({ ...payment, state }, account, today, desk);
  }
  if (known.state !== payment.state) auditChange(payment, account, desk);
}

/** A payment's amount that changed after it was credited. */
async function correctAmount(
  payment: HistoryPayment & { readonly known: KnownPayment },
  account: AccountId,
  desk: Desk,
): Promise<void> {
  const { id, known, amountCents } = payment;
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents === 0 || known.state !== 'COMPLETED') return;
  const number = 1 + (await desk.known.postings(account.id, `payment-correction:${id}:`));
  writePostings(account.id, postPaymentCorrection(id, number, desk.today, differenceCents), desk);
  auditChange(payment, account, desk);
}

function writeReversal(
  payment: Pick<HistoryPayment, 'id' | 'state' | 'amountCents'>,
  account: AccountId,
  on: string,
  desk: Desk,
): void {
  if (payment.state === 'RETURNED') writePostings(account.id, postReturn(payment, on), desk);
  if (payment.state === 'REFUNDED') writePostings(account.id, postRefund(payment, on), desk);
}

function auditChange(
  { id, state, amountCents, known }: HistoryPayment & { readonly known: KnownPayment },
  account: AccountId,
  desk: Desk,
): void {
  const detail = {
    paymentId: id,
    fromState: known.state,
    state,
    fromCents: known.amountCents,
    toCents: amountCents,
  };
  auditImport(account.id, 'import.payment-changed', detail, desk);
}
