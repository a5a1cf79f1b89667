import type { Insertable } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { buildAccount } from './builders/account.ts';
import { type BuiltLogin, buildLogin } from './builders/login.ts';
import type { TestPortal } from './portal.ts';
import { onlyColumns, readRows } from './rows.ts';

/** A signed-in customer who may apply for the Hero Discount. */
export interface BuiltApplicant extends BuiltLogin {
  /** The account's address, which is not the one of the sign-in. */
  readonly address: string;
  readonly token: string;
}

let count = 0;

/** Builds an applicant; `account` and `customer` replace fields of theirs. */
export async function buildApplicant(
  portal: TestPortal,
  options: {
    readonly account?: Partial<Insertable<Tables['account']>>;
    readonly customer?: Partial<Insertable<Tables['customer']>>;
  } = {},
): Promise<BuiltApplicant> {
  count += 1;
  const address = options.customer?.email_address ?? `hero${count}@example.com`;
  const customer = { email_address: address, ...options.customer };
  const login = await buildLogin(portal.db, {
    account: await buildAccount(portal.db, { ...options, customer }),
  });
  return { ...login, address: address.toLowerCase(), token: await portal.signIn(login.emailAddress) };
}

/** Calls API-22 for the applicant's account; `fields` replace fields of the body. */
export function apply(portal: TestPortal, applicant: BuiltApplicant, fields: object = {}) {
  const { account, address, token } = applicant;
  const body = { email: address, accountNumber: account.accountNumber, ...fields };
  return portal.post('/verify-pass/user/info', body, token);
}

/** Returns everything that an application or a verification leaves for an account. */
export async function tracesOf({ db }: TestPortal, { account }: BuiltLogin) {
  const own = { account_id: account.id };
  const discounts = await readRows(db, 'discount', { ...own, discount_type: 'Hero Discount' });
  const [discount] = onlyColumns(discounts, 'is_applied', 'is_eligible', 'applied_at');
  const applied = await readRows(db, 'hero_application', own);
  const applications = onlyColumns(applied, 'email_address', 'login_id', 'requested_at');
  const audited = onlyColumns(await readRows(db, 'audit_entry', own, 'at'), 'action', 'actor', 'detail');
  const sent = await readRows(db, 'outbox', own);
  const mails = onlyColumns(sent, 'template', 'recipient', 'language', 'payload');
  return { discount, applications, audited, mails };
}

/** Returns whether an applicant's account has the discount. */
export async function hasDiscount(portal: TestPortal, applicant: BuiltLogin): Promise<boolean> {
  return (await tracesOf(portal, applicant)).discount?.is_applied ?? false;
}

/** Returns the verifications of an address that the service told of. */
export async function verificationsOf({ db }: TestPortal, email: string) {
  return await db
    .selectFrom('inbox_event')
    .select(['provider', 'event_id', 'state', 'reason', 'payload'])
    .where((eb) => eb(eb.ref('payload', '->>').key('emailAddress' as never), '=', email as never))
    .execute();
}
