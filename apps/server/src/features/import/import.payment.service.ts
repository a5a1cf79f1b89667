import type { PaymentState } from '@myaccount/contract/payment-states';
import { postPayment, postPaymentCorrection, postRefund, postReturn } from '../ledger/ledger.rules.ts';
import type { AccountId } from './import.account.service.ts';
import type { HistoryPayment } from './import.account-history.rules.ts';
import type { Change } from './import.changes.rules.ts';
import { type MethodSnapshot, paymentMapping } from './import.history-mapping.rules.ts';
import { writePostings } from './import.invoice.service.ts';
import { columnsOf } from './import.mapping.rules.ts';
import { movesTo } from './import.moves.rules.ts';
import { auditImport, rememberRecord } from './import.record.service.ts';
import type { KnownPayment } from './import.repository.ts';
import type { WriteContext } from './import.unit.rules.ts';

type ChangedPayment = HistoryPayment & { readonly change: Change<'payment'> };

/** Writes what a line says of a payment, and what that posts. */
export async function writePayment(
  payment: ChangedPayment,
  account: AccountId,
  methods: ReadonlyMap<string, MethodSnapshot>,
  context: WriteContext,
): Promise<void> {
  const { id, change, known, state, occurredOn } = payment;
  if (known) await changePayment({ ...payment, known }, account, methods, context);
  else {
    const owner = { accountId: account.id, timeZone: context.timeZone, occurredOn, methods };
    context.writes.insert('payment', { id, state, ...columnsOf(paymentMapping, change.now, owner) });
    if (state !== 'PENDING' && state !== 'PROCESSING_ERROR')
      writePostings(account.id, postPayment(payment, occurredOn), context);
    writeReversal(payment, account, occurredOn, context);
  }
  rememberRecord(change, context);
}

async function changePayment(
  payment: ChangedPayment & { readonly known: KnownPayment },
  account: AccountId,
  methods: ReadonlyMap<string, MethodSnapshot>,
  context: WriteContext,
): Promise<void> {
  const { id, change, known, isMadeHere, occurredOn } = payment;
  const { now, fields } = change;
  const { writes, timeZone, today } = context;
  const key = { account_id: account.id, id };
  const owner = { accountId: account.id, timeZone, occurredOn, methods };
  // Of a payment made here the file only knows its state.
  if (!isMadeHere) writes.update('payment', columnsOf(paymentMapping, now, owner, fields), key);
  await correctAmount(payment, account, context);
  for (const state of movesTo(known.state, now.status) ?? []) {
    writes.update('payment', { state, manual_review_reason: null }, key);
    if (state === 'COMPLETED') writePostings(account.id, postPayment(payment, occurredOn), context);
    else writeReversal({ ...payment, state }, account, today, context);
  }
  if (known.state !== payment.state) auditChange(payment, account, context);
}

/** Posts the difference when a payment's amount changed after it was credited. */
async function correctAmount(
  payment: HistoryPayment & { readonly known: KnownPayment },
  account: AccountId,
  context: WriteContext,
): Promise<void> {
  const { id, known, amountCents } = payment;
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents === 0 || known.state !== 'COMPLETED') return;
  const number = 1 + (await context.known.countPostings(account.id, `payment-correction:${id}:`));
  writePostings(account.id, postPaymentCorrection(id, number, context.today, differenceCents), context);
  auditChange(payment, account, context);
}

function writeReversal(
  payment: { readonly id: string; readonly state: PaymentState; readonly amountCents: number },
  account: AccountId,
  on: string,
  context: WriteContext,
): void {
  if (payment.state === 'RETURNED') writePostings(account.id, postReturn(payment, on), context);
  if (payment.state === 'REFUNDED') writePostings(account.id, postRefund(payment, on), context);
}

function auditChange(
  { id, state, amountCents, known }: HistoryPayment & { readonly known: KnownPayment },
  account: AccountId,
  context: WriteContext,
): void {
  const detail = {
    paymentId: id,
    fromState: known.state,
    state,
    fromCents: known.amountCents,
    toCents: amountCents,
  };
  auditImport(account.id, 'import.payment-changed', detail, context);
}
