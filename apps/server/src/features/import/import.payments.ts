import { v7 as uuidv7 } from 'uuid';
import type { PaymentState } from '../../platform/database/tables.payments.ts';
import { postPayment, postPaymentCorrection, postRefund, postReturn } from '../ledger/ledger.rules.ts';
import type { AccountId } from './import.accounts.ts';
import { type Desk, writePostings } from './import.bills.ts';
import { changedColumns, changedFields } from './import.changes.ts';
import { occurredAt, occurredOn } from './import.days.ts';
import { type KnownHistory, knownPaymentOf } from './import.history.ts';
import type { KnownPayment } from './import.known.ts';
import type { MethodLook } from './import.methods.ts';
import { centsOf } from './import.money.ts';
import { movesTo } from './import.moves.rules.ts';
import { auditImport, remember } from './import.remember.ts';
import type { Change } from './import.unit.ts';

/** A payment as it stands after the import. */
export interface StandingPayment {
  readonly id: string;
  readonly state: PaymentState;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly isMadeHere: boolean;
  /** Cents by number of bill: what the file says, or what holds. */
  readonly appliedTo: ReadonlyMap<string, number>;
  readonly change: Change<'payment'> | undefined;
  readonly known: KnownPayment | undefined;
}

/** Every payment of the account after the import. */
export function standingPayments(
  changes: readonly Change<'payment'>[],
  known: KnownHistory,
  timeZone: string,
): StandingPayment[] {
  const numbers = new Map(known.bills.map(({ id, number }) => [id, number]));
  const appliedBefore = (paymentId: string) =>
    new Map(
      known.allocations
        .filter((allocation) => allocation.paymentId === paymentId)
        .map(({ invoiceId, amountCents }) => [numbers.get(invoiceId) ?? '', amountCents]),
    );
  const changed = changes.map((change): StandingPayment => {
    const before = knownPaymentOf(change.key, known);
    const isMadeHere = before?.externalId === null;
    const { now } = change;
    return {
      id: before?.id ?? uuidv7(),
      state: now.status,
      occurredOn: isMadeHere ? before.occurredOn : occurredOn(now.occurredOn, timeZone),
      amountCents: centsOf(now.amount),
      isMadeHere,
      appliedTo: isMadeHere
        ? appliedBefore(before.id)
        : new Map(now.appliedTo.map(({ invoiceNumber, amount }) => [invoiceNumber, centsOf(amount)])),
      change,
      known: before,
    };
  });
  const ids = new Set(changed.map(({ id }) => id));
  const unchanged = known.payments
    .filter(({ id }) => !ids.has(id))
    .map(
      (payment): StandingPayment => ({
        ...payment,
        isMadeHere: payment.externalId === null,
        appliedTo: appliedBefore(payment.id),
        change: undefined,
        known: payment,
      }),
    );
  return [...changed, ...unchanged];
}

const columnsOf = {
  occurredOn: ['occurred_at', 'occurred_on'],
  recurring: ['is_recurring'],
  amount: ['amount_cents'],
  methodExternalId: ['payment_method_id', 'method_type', 'processor', 'card_type', 'nickname', 'last_four'],
  method: ['payment_method_id', 'method_type', 'processor', 'card_type', 'nickname', 'last_four'],
} as const;

/** Writes what a line says of a payment, and what that posts. */
export async function writePayment(
  payment: StandingPayment & { readonly change: Change<'payment'> },
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
  payment: StandingPayment & { readonly change: Change<'payment'> },
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
  payment: StandingPayment & { readonly change: Change<'payment'>; readonly known: KnownPayment },
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
    writes.update('payment', { state, needs_person: null }, where);
    if (state === 'COMPLETED') writePostings(account.id, postPayment(payment, payment.occurredOn), desk);
    else writeReversal({ ...payment, state }, account, today, desk);
  }
  if (known.state !== payment.state) auditChange(payment, account, desk);
}

/** A payment's amount that changed after it was credited. */
async function correctAmount(
  payment: StandingPayment & { readonly known: KnownPayment },
  account: AccountId,
  desk: Desk,
): Promise<void> {
  const { id, known, amountCents } = payment;
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents === 0 || known.state !== 'COMPLETED') return;
  const number = 1 + (await desk.known.corrections(account.id, `payment-correction:${id}:`));
  writePostings(account.id, postPaymentCorrection(id, number, desk.today, differenceCents), desk);
  auditChange(payment, account, desk);
}

function writeReversal(
  payment: Pick<StandingPayment, 'id' | 'state' | 'amountCents'>,
  account: AccountId,
  on: string,
  desk: Desk,
): void {
  if (payment.state === 'RETURNED') writePostings(account.id, postReturn(payment, on), desk);
  if (payment.state === 'REFUNDED') writePostings(account.id, postRefund(payment, on), desk);
}

function auditChange(
  { id, state, amountCents, known }: StandingPayment & { readonly known: KnownPayment },
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
