import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { promised, updatePayment } from '../payment-state/change-payment.repository.ts';
import type { ChargeNumber } from '../payment-state/new-payment.repository.ts';
import {
  type Payment,
  type PaymentKey,
  paymentColumns,
  paymentOf,
} from '../payment-state/payment.repository.ts';

/** A planned payment. */
export interface Plan extends Payment {
  /** No call for it left, autopay neither made it nor waits for it, and no restore brought it back. */
  readonly isChangeable: boolean;
}

/** Returns the planned payments of an account that is locked or was found for its caller, the next one first. */
export async function listAccountPlans(db: Database, accountId: string): Promise<Plan[]> {
  const isChangeable = sql<boolean>`p.charge_number is null and p.autopay_consent_id is null
    and not (p.is_recurring and p.login_id is null) and not exists (select 1 from charge_notice n
      where n.account_id = p.account_id and n.account_id = ${accountId} and n.agreement_id = p.id)`;
  const rows = await db
    .selectFrom('payment as p')
    .select([...paymentColumns([accountId]), isChangeable.as('isChangeable')])
    .where('p.account_id', '=', accountId)
    .where('p.state', '=', 'PLANNED')
    .orderBy('p.planned_for')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({ ...paymentOf(row), isChangeable: row.isChangeable }));
}

/** Returns the key of a payment of the caller that was dated ahead; undefined if there is none. */
export async function findPlanKey(db: Database, caller: Caller, id: string): Promise<PaymentKey | undefined> {
  return await db
    .selectFrom('payment as p')
    .select(['p.account_id as accountId', 'p.id'])
    .where(isOneOf('p.account_id', caller.accountIds))
    .where('p.id', '=', id)
    .where('p.planned_for', 'is not', null)
    .executeTakeFirst();
}

/** One that a restore brought back waits until its customer was told, or an operator confirmed. */
const isNotHeld = (among: Among) => sql<boolean>`not exists (select 1 from charge_notice n
  where n.account_id = payment.account_id and n.agreement_id = payment.id and n.charge_from is null
    and ${among('n.account_id')})`;

/**
 * Returns planned payments whose day has come, in the order of day, account, and id. One that was tried before waits until its
 * last try is older than `triedBefore`.
 */
export async function listDuePlans(
  db: Database,
  today: string,
  triedBefore: Date,
  limit: number,
): Promise<(PaymentKey & { plannedFor: string })[]> {
  const due = (among: Among) =>
    db
      .selectFrom('payment')
      .select(['account_id as accountId', 'id', 'planned_for'])
      .where('state', '=', 'PLANNED')
      .where('planned_for', '<=', today)
      .where(isNotHeld(among))
      .where((eb) => eb.or([eb('promised_cents', 'is', null), eb('state_at', '<=', triedBefore)]))
      .where(among('account_id'))
      .orderBy('planned_for')
      .orderBy('account_id')
      .orderBy('id')
      .limit(limit);
  const rows = await lookForWork(db, due, limit);
  return rows.map(({ planned_for, ...key }) => ({ ...key, plannedFor: planned_for ?? today }));
}

/** What changes when the day of a planned payment has come. */
export interface PlanSubmission {
  readonly amountCents: number;
  readonly at: Date;
  readonly on: string;
  /** The number and reference of a charge that was found; by default its own are kept, or the next ones drawn. */
  readonly found?: ChargeNumber;
  readonly reconcileAt: Date;
}

/** Stores a locked planned payment as SUBMITTING, before any call to a processor. */
export async function submitPlan(trx: Trx, key: PaymentKey, submission: PlanSubmission): Promise<Payment> {
  return await updatePayment(trx, key, {
    state: 'SUBMITTING',
    promised_cents: promised,
    amount_cents: submission.amountCents,
    occurred_at: submission.at,
    occurred_on: submission.on,
    state_at: submission.at,
    reconcile_at: submission.reconcileAt,
    ...(submission.found && {
      charge_number: submission.found.chargeNumber,
      processor_reference: submission.found.reference,
    }),
  });
}
