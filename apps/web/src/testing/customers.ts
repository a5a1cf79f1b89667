import type { BillingAccount, CustomerAccount } from '@myaccount/contract/accounts';
import type { User } from '@myaccount/contract/login';
import type { Session } from '../api/session.ts';
import type { Answer, FakeServer } from './fake-server.ts';

/** Ana holds two accounts. */
export const ana: User = {
  sub: 'login-ana',
  email: 'ana@example.com',
  email_verified: true,
  given_name: 'Ana',
  family_name: 'Núñez',
  name: 'Ana Núñez',
  nickname: null,
  picture: null,
  accounts: [
    { account_id: '1000234567', customer_id: 'customer-1', billing_account_id: 'billing-1000234567' },
    { account_id: '1000234599', customer_id: 'customer-1', billing_account_id: 'billing-1000234599' },
  ],
};

function base64Url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** An id_token that says who signed in; the page does not check its signature. */
export function idTokenOf(user: User): string {
  return `${base64Url({ alg: 'ES256' })}.${base64Url(user)}.signature`;
}

/** The response to a right code or link. */
export function signedInAnswer(idToken = idTokenOf(ana)): Answer {
  return {
    body: { status: 200, id_token: idToken, access_token: 'fresh', token_type: 'Bearer', expires_in: 3600 },
  };
}

/** A session as the page stores it. */
export function sessionOf(user: User, changes: Partial<Session> = {}): Session {
  return {
    accessToken: `token-of-${user.sub}`,
    idToken: idTokenOf(user),
    expiresIn: 3600,
    tokenType: 'Bearer',
    receivedAt: new Date().toISOString(),
    ...changes,
  };
}

/** An account of Ana's. */
export function accountOf(accountNumber: string, changes: Partial<CustomerAccount> = {}): CustomerAccount {
  return {
    accountNumber,
    accountType: 'RESIDENTIAL',
    accountStatus: 'ACTIVE',
    Business: null,
    customer: {
      firstName: 'Ana',
      lastName: 'Núñez',
      emailAddress: 'ana@example.com',
      phoneNumber: '5550100123',
      dateOfBirth: null,
      PIN: null,
      hasPin: true,
      notificationPreference: 'Email',
      textsStopped: false,
    },
    customerAddress: [],
    version: 1,
    role: 'primary',
    ownsContact: true,
    pendingEmailAddress: null,
    pendingEmailUntil: null,
    securityHoldUntil: null,
    ...changes,
  };
}

/** The billing account of an account: $84.99 are due. */
export function billingAccountOf(
  accountNumber: string,
  changes: Partial<BillingAccount> = {},
): BillingAccount {
  return {
    id: `billing-${accountNumber}`,
    account_num: accountNumber,
    bill_type: 'PAPER',
    pending_charges_total: 0,
    balance: 84.99,
    auto_payment_authorized: false,
    bill_cycle: { start_date: '2026-11-01', end_date: '2026-11-30' },
    external_account_num: accountNumber,
    ...changes,
  };
}

/** Sets the responses to everything that the shell loads, for any account. */
export function answerAccounts(server: FakeServer): void {
  const number = (query: URLSearchParams) => query.get('AccountNumber') ?? '';
  server.answer('GET /customer/info', ({ query }) => ({ body: accountOf(number(query)) }));
  server.answer('GET /billing/gtv/account', ({ query }) => ({ body: [billingAccountOf(number(query))] }));
  server.answer('GET /customer/account/details', {
    body: {
      ServicePlan: { planID: 'plan-1', planName: 'Fiber 1 Gig' },
      DiscountsList: [],
      selectedProductOffer: { name: 'Fiber 1 Gig', id: 'offer-1', totalMonthlyRC: 79.99 },
      achEnabled: true,
      GTVBillingAccountID: 'billing-1',
    },
  });
  server.answer('GET /login/otp/logout', { body: { status: 200 } });
}
