import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { Database, Trx } from '../../platform/database/connect.ts';

/** Returns accounts whose autopay uses a bank account of which a debit came back since a time. */
export async function listAccountsWithReturns(db: Database, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payment as p')
    .innerJoin('autopay_enrollment as e', (join) =>
      join
        .onRef('e.account_id', '=', 'p.account_id')
        .onRef('e.payment_method_id', '=', 'p.payment_method_id'),
    )
    .select('e.account_id as accountId')
    .distinct()
    .where('p.state', '=', 'RETURNED')
    .where('p.state_at', '>', since)
    .where('e.ended_at', 'is', null)
    .execute();
  return rows.map(({ accountId }) => accountId);
}

/** Returns the reasons for which debits of a method came back. */
export async function listReturnsOfMethod(
  db: Database,
  method: { readonly accountId: string; readonly methodId: string },
): Promise<(PaymentFailure | null)[]> {
  const rows = await db
    .selectFrom('payment')
    .select('failure_code')
    .where('account_id', '=', method.accountId)
    .where('payment_method_id', '=', method.methodId)
    .where('state', '=', 'RETURNED')
    .execute();
  return rows.map((row) => row.failure_code);
}

/** The open enrollment of a locked account, with its method. */
export interface OpenEnrollment {
  readonly methodId: string;
  readonly cardType: string;
  readonly lastFour: string | null;
  readonly expiresOn: string | null;
  readonly enrolledOn: string | null;
  readonly consentId: string | null;
}

/** Locks an account and returns its open enrollment; undefined if autopay is off. */
export async function lockOpenEnrollment(trx: Trx, accountId: string): Promise<OpenEnrollment | undefined> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  return await findOpenEnrollment(trx, accountId);
}

/** Returns the open enrollment of an account that was found for its caller; undefined if autopay is off. */
export async function findOpenEnrollment(
  db: Database,
  accountId: string,
): Promise<OpenEnrollment | undefined> {
  return await db
    .selectFrom('autopay_enrollment as e')
    .innerJoin('payment_method as m', (join) =>
      join.onRef('m.account_id', '=', 'e.account_id').onRef('m.id', '=', 'e.payment_method_id'),
    )
    .select(['m.id as methodId', 'm.card_type as cardType', 'm.last_four as lastFour'])
    .select(['m.expires_on as expiresOn', 'e.enrolled_on as enrolledOn', 'e.consent_id as consentId'])
    .where('e.account_id', '=', accountId)
    .where('e.ended_at', 'is', null)
    .executeTakeFirst();
}

/** Ends the open enrollment of a locked account. */
export async function endEnrollment(trx: Trx, accountId: string, at: Date): Promise<void> {
  await trx
    .updateTable('autopay_enrollment')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

/** One of a login's accounts, locked until the transaction ends. */
export interface OwnAccount {
  readonly id: string;
  readonly isActive: boolean;
}

/** Locks one of a login's accounts; undefined if the account is not the login's. */
export async function lockOwnAccount(
  trx: Trx,
  loginId: string,
  account: { readonly id: string } | { readonly number: string },
): Promise<OwnAccount | undefined> {
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('login_account as la', 'la.account_id', 'a.id')
    .select(['a.id', 'a.status'])
    .where('la.login_id', '=', loginId)
    .where((eb) =>
      'id' in account ? eb('a.id', '=', account.id) : eb('a.account_number', '=', account.number),
    )
    .forNoKeyUpdate('a')
    .executeTakeFirst();
  return row && { id: row.id, isActive: row.status === 'ACTIVE' };
}

/** An enrollment to open. */
export interface NewEnrollment {
  readonly accountId: string;
  readonly methodId: string;
  readonly consentId: string | null;
  readonly enrolledOn: string;
  readonly at: Date;
}

/** Opens an enrollment of a locked account without one. */
export async function insertEnrollment(trx: Trx, enrollment: NewEnrollment): Promise<void> {
  const { accountId, methodId, consentId, enrolledOn, at } = enrollment;
  await trx
    .insertInto('autopay_enrollment')
    .values({
      account_id: accountId,
      payment_method_id: methodId,
      consent_id: consentId,
      enrolled_at: at,
      ended_at: null,
      enrolled_on: enrolledOn,
    })
    .execute();
}

/**
 * Returns the newest consent of a login to autopay of a locked account that opened no enrollment yet; undefined if there is
 * none, or if autopay was changed since.
 */
export async function findUnusedConsent(
  trx: Trx,
  { accountId, loginId }: { readonly accountId: string; readonly loginId: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('consent as c')
    .select('c.id')
    .where('c.account_id', '=', accountId)
    .where('c.login_id', '=', loginId)
    .where('c.kind', '=', 'autopay')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('autopay_enrollment as e')
            .select('e.id')
            .whereRef('e.account_id', '=', 'c.account_id')
            .where((or) =>
              or.or([
                or('e.consent_id', '=', or.ref('c.id')),
                or('e.enrolled_at', '>', or.ref('c.agreed_at')),
                or('e.ended_at', '>', or.ref('c.agreed_at')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('c.agreed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
