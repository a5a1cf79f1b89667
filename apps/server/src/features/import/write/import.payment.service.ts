import type { PaymentState } from '@myaccount/contract/payment-states';
import { postPayment, postPaymentCorrection, postRefund, postReturn } from '../../ledger/ledger.rules.ts';
import type { Change } from '../plan/import.changes.rules.ts';
import { movesTo } from '../plan/import.history.rules.ts';
import type { HistoryPayment } from '../plan/import.units.rules.ts';
import type { AccountScope } from './import.columns.rules.ts';
import { paymentMapping } from './import.history-mapping.rules.ts';
import {
  auditImport,
  correctionNumber,
  rememberRecord,
  saveRecord,
  writePostings,
} from './import.record.service.ts';

type ChangedPayment = HistoryPayment & { readonly change: Change<'payment'> };

/** Writes what a line says of a payment, and what that posts. */
export function writePayment(payment: ChangedPayment, scope: AccountScope): void {
  const { id, change, known, state, occurredOn } = payment;
  const key = { account_id: scope.accountId, id };
  if (known) {
    // Of a payment made here the file only knows its state.
    if (payment.isMadeHere) rememberRecord(change, scope.writes);
    else saveRecord(paymentMapping, change, { isNew: false, key }, scope);
    changePayment({ ...payment, known }, scope);
    return;
  }
  saveRecord(paymentMapping, change, { isNew: true, key, columns: { state } }, scope);
  if (state !== 'PENDING' && state !== 'PROCESSING_ERROR')
    writePostings(postPayment(payment, occurredOn), scope);
  postReversal(payment, state, occurredOn, scope);
}

/** Posts the difference of a credited amount, and moves a payment to its new state. */
function changePayment(
  payment: ChangedPayment & { readonly known: HistoryPayment },
  scope: AccountScope,
): void {
  const { id, known, amountCents, occurredOn } = payment;
  const { accountId, today, writes } = scope;
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents !== 0 && known.state === 'COMPLETED') {
    const number = correctionNumber(`payment-correction:${id}:`, scope);
    writePostings(postPaymentCorrection(id, number, today, differenceCents), scope);
    auditChange(payment, scope);
  }
  for (const state of movesTo(known.state, payment.change.now.status) ?? []) {
    writes.update('payment', { state, manual_review_reason: null }, { account_id: accountId, id });
    if (state === 'COMPLETED') writePostings(postPayment(payment, occurredOn), scope);
    else postReversal(payment, state, today, scope);
  }
  if (known.state !== payment.state) auditChange(payment, scope);
}

function postReversal(payment: HistoryPayment, state: PaymentState, on: string, scope: AccountScope): void {
  if (state === 'RETURNED') writePostings(postReturn(payment, on), scope);
  if (state === 'REFUNDED') writePostings(postRefund(payment, on), scope);
}

function auditChange(
  { id, state, amountCents, known }: HistoryPayment & { readonly known: HistoryPayment },
  scope: AccountScope,
): void {
  const detail = {
    paymentId: id,
    fromState: known.state,
    state,
    fromCents: known.amountCents,
    toCents: amountCents,
  };
  auditImport('import.payment-changed', detail, scope);
}
