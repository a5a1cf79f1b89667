import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import { lockAccount } from '../accounts/account-lock.repository.ts';

/** Returns accounts whose autopay uses a bank account of which a debit came back since a time. */
export async function listAccountsWithReturns(db: Database, since: Date): Promise<string[]> {
  const returned = (among: Among) =>
    db
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
      .where(among('p.account_id', 'e.account_id'));
  const rows = await lookForWork(db, returned);
  return rows.map(({ accountId }) => accountId);
}

/** Locks an account and returns its open enrollment; undefined if autopay is off. */
export async function lockOpenEnrollment(trx: Trx, accountId: string) {
  await lockAccount(trx, accountId);
  return await findOpenEnrollment(trx, accountId);
}

/** Returns the open enrollment of an account that was found for its caller, with its method; undefined if autopay is off. */
export async function findOpenEnrollment(db: Database, accountId: string) {
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

/** Returns the choices whose payment has a result, the newest first. */
export async function listAutopayChoices(db: Database) {
  const choices = (among: Among) =>
    db
      .selectFrom('payment as p')
      .innerJoin('consent as c', (join) =>
        join.onRef('c.account_id', '=', 'p.account_id').onRef('c.id', '=', 'p.autopay_consent_id'),
      )
      .select(['p.account_id as accountId', 'p.id', 'p.state', 'p.login_id as loginId'])
      .select(['p.payment_method_id as methodId', 'c.id as consentId', 'c.client_address as clientAddress'])
      .where('p.autopay_consent_id', 'is not', null)
      .where('p.state', 'not in', ['SUBMITTING', 'UNKNOWN'])
      .where(among('p.account_id', 'c.account_id'))
      .orderBy('c.agreed_at', 'desc');
  return await lookForWork(db, choices);
}

/** Takes the choice of a payment, so that it counts once. Returns false if another server took it. */
export async function takeAutopayChoice(
  trx: Trx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment')
    .set({ autopay_consent_id: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('autopay_consent_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether autopay of a locked account was turned on or off since a consent to it. */
export async function wasChangedSince(
  trx: Trx,
  { accountId, consentId }: { readonly accountId: string; readonly consentId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('autopay_enrollment as e')
    .innerJoin('consent as c', 'c.account_id', 'e.account_id')
    .select('e.id')
    .where('e.account_id', '=', accountId)
    .where('c.id', '=', consentId)
    .where((eb) =>
      eb.or([eb('e.enrolled_at', '>', eb.ref('c.agreed_at')), eb('e.ended_at', '>', eb.ref('c.agreed_at'))]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
