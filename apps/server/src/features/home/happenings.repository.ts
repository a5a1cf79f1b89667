import { liveJobStatuses } from '@myaccount/contract/visit-progress';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { isOpenVisit } from '../accounts/open-visit.repository.ts';
import type { StoredFacts } from './happenings.rules.ts';

interface FactsQuery {
  readonly accountId: string;
  readonly timeZone: string;
  readonly now: Date;
}

// The pause is where the heartbeat is, which may not be where the account is.
const selectFacts = compileOnce((db, { accountId, timeZone, now }: Placeholders<FactsQuery>) => {
  const facts = sql<StoredFacts>`(select
    (select coalesce(jsonb_agg(to_jsonb(told) order by told.day, told.at), '[]') from (
      select p.state, p.amount_cents as "amountCents", p.card_type as "cardType", p.last_four as "lastFour",
        p.failure_code as "failureCode", p.occurred_on as "occurredOn", coalesce(p.state_at, p.occurred_at) as at,
        case when p.state = 'PLANNED' then p.planned_for when p.state in ('RETURNED', 'PROCESSING_ERROR')
          then coalesce((p.state_at at time zone ${timeZone})::date, p.occurred_on) else p.occurred_on end as day,
        coalesce(m.is_valid and m.valid_to is null and coalesce(m.expires_on >= p.planned_for, true), false)
          and not exists (select 1 from charge_notice n where n.account_id = ${accountId} and n.agreement_id = p.id)
          as "isUsable"
      from payment p left join payment_method m on m.account_id = ${accountId} and m.id = p.payment_method_id
      where p.account_id = ${accountId} and (p.state in ('PLANNED', 'SUBMITTING', 'UNKNOWN', 'PENDING')
        or p.state in ('RETURNED', 'PROCESSING_ERROR') and not exists (
          select 1 from payment l where l.account_id = ${accountId} and l.state not in ('PLANNED', 'CANCELLED', 'REFUNDED')
            and (p.state = 'PROCESSING_ERROR' or l.state = 'RETURNED')
            and coalesce(l.state_at, l.occurred_at) > coalesce(p.state_at, p.occurred_at)))) told) as payments,
    (select jsonb_build_object('day', (v.starts_at at time zone ${timeZone})::date, 'jobStatus', v.job_status,
        'techFirstName', v.tech_first_name, 'shortest', v.shortest_arrival_minutes, 'longest', v.longest_arrival_minutes,
        'estimatedAt', v.arrival_estimated_at)
      from appointment v where v.account_id = ${accountId} and v.job_status = any(${[...liveJobStatuses]})
        and ${isOpenVisit(now)} order by v.starts_at limit 1) as visit,
    exists (select 1 from appointment
      where account_id = ${accountId} and job_status <> 'Cancelled') as "hasVisit",
    (select jsonb_build_object('isApplied', is_applied or registered_at is not null, 'isEligible', is_eligible,
        'eligibleDate', eligible_date)
      from discount where account_id = ${accountId} and discount_type = 'GiftCard') as "giftCard",
    (select max((requested_at at time zone ${timeZone})::date) from hero_application where account_id = ${accountId}
      and not exists (select 1 from discount
        where account_id = ${accountId} and discount_type = 'Hero Discount' and is_applied)) as "heroAskedOn",
    (select charging_pause() is not null from heartbeat) as "isPaused",
    (select jsonb_build_object('readAt', read_at, 'isDue', due_at is not null)
      from billing_reading where account_id = ${accountId}) as reading,
    not exists (select 1 from autopay_enrollment e
      join payment_method m on m.account_id = ${accountId} and m.id = e.payment_method_id
      where e.account_id = ${accountId} and e.ended_at is null and not m.is_valid) as "isAutopayUsable"
    from account where id = ${accountId})`;
  // The query builder knows what it selects from to be a read, which needs no separate connection.
  return db.selectFrom(facts.as('facts')).selectAll().compile();
});

/** Returns what happened on an account that was found for its caller, in one statement. */
export async function findHappeningFacts(db: Database, query: FactsQuery): Promise<StoredFacts> {
  const [facts] = await selectFacts(db, query);
  if (!facts) throw new Error(`There is no account ${query.accountId}`);
  return facts;
}
