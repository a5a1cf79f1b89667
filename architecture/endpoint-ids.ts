import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import type { BuiltAccount } from '../apps/server/src/testing/builders/account.ts';
import { buildVisit } from '../apps/server/src/testing/builders/appointment.ts';
import { buildCapture } from '../apps/server/src/testing/builders/captured-method.ts';
import { buildInvoice } from '../apps/server/src/testing/builders/invoice.ts';
import { type BuiltLogin, buildLogin } from '../apps/server/src/testing/builders/login.ts';
import { buildPayment } from '../apps/server/src/testing/builders/payment.ts';
import { type BuiltMethod, buildMethod } from '../apps/server/src/testing/builders/payment-method.ts';
import type { TestPortal } from '../apps/server/src/testing/portal.ts';

/** What an id of the contract can name. */
export type IdKind =
  | 'accountNumber'
  | 'customerNumber'
  | 'emailAddress'
  | 'accountId'
  | 'invoiceId'
  | 'paymentId'
  | 'planId'
  | 'methodId'
  | 'consentId'
  | 'sessionId'
  | 'ticket'
  | 'uid'
  | 'frameHandle'
  | 'formHandle';
/** One id of each kind, all of one owner or of nobody. */
export type Ids = Readonly<Record<IdKind, string>>;

/** Where customers are built. */
type OwnerPortal = Pick<TestPortal, 'db' | 'portal' | 'signIn'> & { readonly clock: Clock };

/** Builds a new customer with one of everything. */
export async function buildOwner(portal: OwnerPortal): Promise<{ login: BuiltLogin; ids: Ids }> {
  const login = await buildLogin(portal.db);
  const { account } = login;
  const invoice = await buildInvoice(portal.db, account);
  const method = await buildMethod(portal.portal, account, {
    token: `visa-4242-n${account.accountNumber}`,
  });
  const payment = await buildPayment(portal.db, account, { state: 'PROCESSING_ERROR' });
  const plan = await buildPayment(portal.db, account, { state: 'PLANNED', planned_for: '2026-12-01' });
  await buildVisit(portal.portal, account);
  const consentId = await buildAutopay(portal, account, method);
  const [ticket, uid] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const { loginId } = login;
  const capture = (reference: string, processor: 'transafe' | 'orbital') =>
    buildCapture(portal.portal, { loginId, processor, reference });
  return {
    login,
    ids: {
      sessionId: await buildSession(portal, login),
      ticket,
      uid,
      frameHandle: await capture(ticket, 'transafe'),
      formHandle: await capture(uid, 'orbital'),
      accountNumber: account.accountNumber,
      customerNumber: account.customerNumber,
      emailAddress: login.emailAddress,
      accountId: account.id,
      invoiceId: invoice.id,
      paymentId: payment.id,
      planId: plan.id,
      methodId: method.id,
      consentId,
    },
  };
}

/** Opens a session and returns its id. */
async function buildSession(portal: OwnerPortal, { emailAddress, loginId }: BuiltLogin): Promise<string> {
  await portal.signIn(emailAddress);
  const sessions = portal.db.selectFrom('session').select('id').where('login_id', '=', loginId);
  return (await sessions.executeTakeFirstOrThrow()).id;
}

/** Turns autopay on, with the consent to it, and returns the consent's id. */
async function buildAutopay(
  portal: OwnerPortal,
  account: BuiltAccount,
  method: BuiltMethod,
): Promise<string> {
  const now = portal.clock.now();
  const { id: consentId } = await portal.db
    .insertInto('consent')
    .values({
      account_id: account.id,
      kind: 'autopay',
      text_version: '1',
      language: 'en',
      agreed_text: 'I agree.',
      agreed_at: now,
      client_address: '127.0.0.1',
      login_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.db
    .insertInto('autopay_enrollment')
    .values({
      account_id: account.id,
      payment_method_id: method.id,
      consent_id: consentId,
      enrolled_at: now,
      ended_at: null,
    })
    .execute();
  return consentId;
}

/** Returns ids that nobody has. */
export function unknownIds(): Ids {
  const number = () => randomBytes(6).toString('hex');
  return {
    accountNumber: number(),
    customerNumber: number(),
    emailAddress: `${number()}@example.com`,
    accountId: randomUUID(),
    invoiceId: randomUUID(),
    paymentId: randomUUID(),
    planId: randomUUID(),
    methodId: randomUUID(),
    consentId: randomUUID(),
    sessionId: randomUUID(),
    ticket: randomBytes(16).toString('hex'),
    uid: randomBytes(16).toString('hex'),
    frameHandle: randomUUID(),
    formHandle: randomUUID(),
  };
}
