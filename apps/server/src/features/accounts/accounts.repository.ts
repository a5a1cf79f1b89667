import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { ownsContact } from '../../platform/contact-owner.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type IdOperand, isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { sealedValueOf } from '../../platform/secrets.ts';
import { isOpenVisit } from './open-visit.repository.ts';

const addressFields = [
  'd.address_type as addressType',
  'd.street_nr_first as streetNrFirst',
  'd.street_nr_last as streetNrLast',
  'd.street_name as streetName',
  'd.city',
  'd.state',
  'd.country',
  'd.post_code as postCode',
] as const;

/** Starts a query of the caller's accounts. Every read of an account starts here. */
function ownAccounts(
  db: Database,
  caller: { readonly loginId: IdOperand; readonly accountIds: readonly IdOperand[] },
) {
  return db
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .where('la.login_id', '=', caller.loginId)
    .where(isOneOf('a.id', caller.accountIds));
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
    .leftJoin('email_change as e', 'e.account_id', 'a.id')
    .leftJoin('text_stop as s', (join) =>
      join
        .onRef('s.account_id', '=', 'a.id')
        .onRef('s.phone_number', '=', 'c.phone_number')
        .on('s.resumed_at', 'is', null),
    )
    .select((eb) => eb('s.account_id', 'is not', null).$castTo<boolean>().as('isTextStopped'))
    .select(['e.email_address as pendingEmailAddress', 'e.expires_at as pendingEmailExpiresAt'])
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
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('address as d')
          .select(addressFields)
          .whereRef('d.account_id', '=', 'a.id')
          .where(isOneOf('d.account_id', asked.accountIds))
          .orderBy('d.address_type', 'desc'),
      ).as('addresses'),
    )
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
  return await ownAccounts(db, caller)
    .select(['a.id', 'a.account_number as accountNumber', 'a.account_type as accountType', 'a.status'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('address as d')
          .select(addressFields)
          .whereRef('d.account_id', '=', 'a.id')
          .where(isOneOf('d.account_id', caller.accountIds))
          .where('d.address_type', '=', 'Service'),
      ).as('serviceAddress'),
    )
    .orderBy('la.role', 'desc')
    .orderBy('a.account_number')
    .execute();
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
