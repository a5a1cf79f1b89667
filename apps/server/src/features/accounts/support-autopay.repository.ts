import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

const shownRows = 10;

/** Returns every enrollment of an account in autopay, newest first, with its method and what was agreed to. */
export async function listEnrollments(db: Database, accountId: string) {
  return await db
    .selectFrom('autopay_enrollment as e')
    .innerJoin('payment_method as m', (join) =>
      join.onRef('m.account_id', '=', 'e.account_id').onRef('m.id', '=', 'e.payment_method_id'),
    )
    .leftJoin('consent as c', (join) =>
      join.onRef('c.account_id', '=', 'e.account_id').onRef('c.id', '=', 'e.consent_id'),
    )
    .select(['e.enrolled_at as enrolledAt', 'e.ended_at as endedAt'])
    .select(['m.card_type as cardType', 'm.last_four as lastFour'])
    .select(['c.text_version as textVersion', 'c.language', 'c.agreed_at as agreedAt'])
    .where('e.account_id', '=', accountId)
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute();
}

/** Returns the last attempts of autopay to charge an account, newest first, with what became of them. */
export async function listLastAutopayCharges(db: Database, accountId: string) {
  return await db
    .selectFrom('autopay_charge as c')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.payment_id'),
    )
    .select(['c.due_on as dueOn', 'c.attempt', 'c.run_on as runOn', 'c.amount_cents as amountCents'])
    .select(['c.retry_on as retryOn', 'p.state', 'p.id as paymentId'])
    .select(sql<string | null>`coalesce(c.refusal, p.failure_code)`.as('failure'))
    .where('c.account_id', '=', accountId)
    .orderBy('c.run_on', 'desc')
    .limit(shownRows)
    .execute();
}

/** Returns every payment that is dated ahead, in the order of their days. */
export async function listPlannedForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('payment as p')
    .select(['p.planned_for as plannedFor', 'p.amount_cents as amountCents', 'p.id'])
    .select(['p.card_type as cardType', 'p.last_four as lastFour', 'p.occurred_at as plannedAt'])
    .where('p.account_id', '=', accountId)
    .where('p.state', '=', 'PLANNED')
    .orderBy('p.planned_for')
    .orderBy('p.id')
    .execute();
}

/** Returns every payment that the bank returned, newest return first. */
export async function listReturnsForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('payment as p')
    .select(['p.state_at as returnedAt', 'p.amount_cents as amountCents', 'p.id'])
    .select(['p.card_type as cardType', 'p.last_four as lastFour', 'p.occurred_on as paidOn'])
    .select(['p.failure_code as reason', 'p.failure_text as bankText'])
    .where('p.account_id', '=', accountId)
    .where('p.state', '=', 'RETURNED')
    .orderBy('p.state_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
}
