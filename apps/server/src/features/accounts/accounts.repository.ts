import type { Address } from '@myaccount/contract/accounts';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { ownsContact } from '../../platform/contact-owner.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type IdOperand, isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { sealedValueOf } from '../../platform/secrets.ts';
import { isOpenVisit } from './open-visit.repository.ts';

/** The addresses of account `a` as JSON, the service address first. */
const addressesOf = (accountIds: readonly IdOperand[]) => sql<Address[]>`(
  select coalesce(json_agg(json_build_object('addressType', address_type, 'streetNrFirst', street_nr_first,
    'streetNrLast', street_nr_last, 'streetName', street_name, 'city', city, 'state', state, 'country', country,
    'postCode', post_code) order by address_type desc), '[]')
  from address d where d.account_id = a.id and ${isOneOf('d.account_id', accountIds)})`;

/** Starts a query of the caller's accounts, with what is beside each. Every read of an account starts here. */
function ownAccounts(
  db: Database,
  { loginId, accountIds }: { readonly loginId: IdOperand; readonly accountIds: readonly IdOperand[] },
) {
  return db
    .with(
      // What is where the account is comes from there at once.
      (cte) => cte('own').materialized(),
      (beside) =>
        beside
          .selectFrom('account as a')
          .leftJoin('email_change as e', (join) =>
            join.onRef('e.account_id', '=', 'a.id').on(isOneOf('e.account_id', accountIds)),
          )
          .select(['a.id', 'a.customer_id', 'a.plan_id', 'a.account_number', 'a.account_type', 'a.status'])
          .select(['a.business_name', 'a.bill_type', 'a.cycle_day', 'a.monthly_price_cents', 'a.ach_enabled'])
          .select(['a.version', 'a.service_since', 'a.notification_preference', 'a.pending_charges_cents'])
          .select(['a.pin_sealed', 'a.pin_key_id', 'e.email_address as pending_email', 'e.expires_at'])
          .select(addressesOf(accountIds).as('addresses'))
          .select(
            sql<string[]>`array(select s.phone_number from text_stop s
              where s.account_id = a.id and ${isOneOf('s.account_id', accountIds)} and s.resumed_at is null)`.as(
              'stopped_numbers',
            ),
          )
          .where(isOneOf('a.id', accountIds)),
    )
    .selectFrom('login_account as la')
    .innerJoin('own as a', 'a.id', 'la.account_id')
    .where('la.login_id', '=', loginId);
}

interface AccountQuery {
  readonly loginId: string;
  readonly accountIds: readonly string[];
  readonly accountNumber: string;
}

const selectAccount = compileOnce((db, asked: Placeholders<AccountQuery>) =>
  ownAccounts(db, asked)
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .innerJoin('plan as p', 'p.id', 'a.plan_id')
    .select(sql<boolean>`coalesce(c.phone_number = any(a.stopped_numbers), false)`.as('isTextStopped'))
    .select(['a.pending_email as pendingEmailAddress', 'a.expires_at as pendingEmailExpiresAt'])
    .select(['a.id', 'a.account_number as accountNumber', 'a.account_type as accountType', 'a.status'])
    .select(['a.business_name as businessName', 'a.bill_type as billType', 'a.cycle_day as cycleDay'])
    .select(['a.monthly_price_cents as monthlyPriceCents', 'a.ach_enabled as achEnabled', 'a.version'])
    .select('a.service_since as serviceSince')
    .select('a.notification_preference as notificationPreference')
    .select(['a.pending_charges_cents as pendingChargesCents', 'a.pin_sealed', 'a.pin_key_id', 'la.role'])
    .select(ownsContact(asked).as('ownsContact'))
    .select([
      'c.language',
      'c.customer_number as customerNumber',
      'c.first_name as firstName',
      'c.last_name as lastName',
    ])
    .select(['c.email_address as emailAddress', 'c.phone_number as phoneNumber'])
    .select('c.date_of_birth as dateOfBirth')
    .select(['p.id as planId', 'p.name as planName', 'p.name_es as planNameEs'])
    .select('a.addresses')
    .where('a.account_number', '=', asked.accountNumber)
    .compile(),
);

/** Returns an account with holder and addresses, service address first; undefined if it is not the caller's. */
export async function findAccount(db: Database, { loginId, accountIds }: Caller, accountNumber: string) {
  const [row] = await selectAccount(db, { loginId, accountIds, accountNumber });
  if (!row) return undefined;
  const { pin_sealed: bytes, pin_key_id: keyId, ...account } = row;
  return { ...account, pin: sealedValueOf(bytes, keyId) };
}

/** An account with holder, plan and addresses. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Returns the caller's accounts with their service addresses, in the order of the id_token. */
export async function listAccounts(db: Database, caller: Caller) {
  const rows = await ownAccounts(db, caller)
    .select(['a.id', 'a.account_number as accountNumber', 'a.account_type as accountType', 'a.status'])
    .select('a.addresses')
    .orderBy('la.role', 'desc')
    .orderBy('a.account_number')
    .execute();
  return rows.map(({ addresses, ...account }) => ({
    ...account,
    serviceAddress: addresses.find(({ addressType }) => addressType === 'Service') ?? null,
  }));
}

/** Returns the discounts and the next visit of an account already found for its caller, in one statement. */
export async function getAccountDetails(db: Database, accountId: string, now: Date) {
  return await db
    .selectFrom('account as a')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('discount as d')
          .select(['d.discount_type as discountType', 'd.is_eligible as isEligible'])
          .select('d.eligible_date as eligibleDate')
          .select((discount) =>
            discount
              .or([discount('d.is_applied', '=', true), discount('d.registered_at', 'is not', null)])
              .$castTo<boolean>()
              .as('isApplied'),
          )
          .where('d.account_id', '=', accountId)
          .orderBy('d.discount_type', 'desc'),
      ).as('discounts'),
      jsonObjectFrom(
        eb
          .selectFrom('appointment as v')
          .select(['v.starts_at as startsAt', 'v.ends_at as endsAt', 'v.job_status as jobStatus'])
          .select(['v.tech_first_name as techFirstName', 'v.arrival_estimated_at as estimatedAt'])
          .select(['v.shortest_arrival_minutes as shortest', 'v.longest_arrival_minutes as longest'])
          .where('v.account_id', '=', accountId)
          .where(isOpenVisit(now))
          .orderBy('v.starts_at')
          .limit(1),
      ).as('nextVisit'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}
