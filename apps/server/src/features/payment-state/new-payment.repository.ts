import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { listPayments, type Payment } from './payment.repository.ts';

/** A payment to store. */
export interface NewPayment {
  readonly accountId: string;
  /** Null for a charge of autopay. */
  readonly loginId: string | null;
  readonly isRecurring?: boolean;
  readonly amountCents: number;
  readonly occurredAt: Date;
  readonly occurredOn: string;
  readonly method: ChargedMethod;
  readonly consentId: string | null;
  /** The authorization of autopay that was given with it. */
  readonly autopayConsentId?: string | null;
}

/** The number of an account's charge and the order number that is derived from it; null if it is not derived. */
export interface ChargeNumber {
  readonly chargeNumber: number | null;
  readonly reference: string;
}

/** A payment that is charged at once. */
export interface Intent extends NewPayment {
  /** The number and reference of a charge that was found; by default the next ones are drawn (`draw_charge_number`). */
  readonly found?: ChargeNumber;
  /** Time of the first inquiry, in case this server stops before it records a result. */
  readonly reconcileAt: Date;
}

/** Stores the payment as SUBMITTING, before any call to a processor. Triggers give it its number and its references. */
export async function insertIntent(trx: Trx, intent: Intent): Promise<Payment> {
  return onlyOne(await insertIntents(trx, [intent]));
}

/** Stores at least one payment as SUBMITTING, as {@link insertIntent} does. Returns them in any order. */
export async function insertIntents(trx: Trx, intents: readonly Intent[]): Promise<Payment[]> {
  return await insertPayments(
    trx,
    intents.map((intent) => ({
      ...valuesOf(intent),
      state: 'SUBMITTING',
      planned_for: null,
      charge_number: intent.found?.chargeNumber ?? null,
      processor_reference: intent.found?.reference ?? null,
      reconcile_at: intent.reconcileAt,
    })),
  );
}

/** Stores a payment dated ahead as PLANNED. It has no processor reference until its day. */
export async function insertPlan(trx: Trx, plan: NewPayment, plannedFor: string): Promise<Payment> {
  const row = {
    ...valuesOf(plan),
    state: 'PLANNED',
    planned_for: plannedFor,
    charge_number: null,
    processor_reference: null,
    reconcile_at: null,
  } as const;
  return onlyOne(await insertPayments(trx, [row]));
}

async function insertPayments(trx: Trx, rows: readonly NewRow[]): Promise<Payment[]> {
  const keys = rows.map(({ account_id: accountId, id }) => ({ accountId, id }));
  // Read back, because the trigger's reference is not among the values that an insert returns.
  const [, payments] = await Promise.all([insertRows(trx, { rows }), listPayments(trx, keys)]);
  return payments;
}

/** A payment as it is stored. Its id is drawn here, so that nothing waits for it. */
type NewRow = ReturnType<typeof valuesOf> &
  Pick<
    Insertable<Tables['payment']>,
    'state' | 'planned_for' | 'charge_number' | 'processor_reference' | 'reconcile_at'
  >;

const insertRows = compileOnce((trx, { rows }: Placeholders<{ readonly rows: readonly NewRow[] }>) =>
  trx.insertInto('payment').values(rows).compile(),
);

function valuesOf(payment: NewPayment) {
  const { method } = payment;
  return {
    id: uuidv7(),
    account_id: payment.accountId,
    external_id: null,
    login_id: payment.loginId,
    amount_cents: payment.amountCents,
    is_recurring: payment.isRecurring ?? false,
    occurred_at: payment.occurredAt,
    occurred_on: payment.occurredOn,
    state_at: payment.occurredAt,
    ...methodColumns(method),
    processor_transaction: null,
    failure_code: null,
    failure_text: null,
    consent_id: payment.consentId,
    autopay_consent_id: payment.autopayConsentId ?? null,
    manual_review_reason: null,
  };
}

/** Returns the columns of a payment that say what it is charged to. */
export function methodColumns(method: ChargedMethod) {
  return {
    payment_method_id: method.id,
    method_type: method.methodType,
    processor: method.processor,
    card_type: method.cardType,
    nickname: method.nickname,
    last_four: method.lastFour,
  };
}

function onlyOne([payment]: readonly Payment[]): Payment {
  if (!payment) throw new Error('The payment was not stored');
  return payment;
}
