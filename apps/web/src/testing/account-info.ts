import type { Address, CustomerAccount, ListedAccount } from '@myaccount/contract/accounts';
import { accountOf } from './customers.ts';
import { type FakeServer, problemAnswer, type RecordedRequest } from './fake-server.ts';
import { accountNumber } from './page-data.ts';

export const saveCall = 'POST /customer/account/info';

/** An address of the account; `over` changes what a test is about. */
export function addressOf(addressType: Address['addressType'], over: Partial<Address> = {}): Address {
  return {
    addressType,
    streetNrFirst: '118',
    streetNrLast: '',
    streetName: 'Orchard Lane',
    city: 'Fairview',
    state: 'NY',
    country: 'USA',
    postCode: '12345',
    ...over,
  };
}

/** What the fake server keeps of the account. */
export type KeptAccount = Record<'current', CustomerAccount>;

type Change = Partial<Omit<CustomerAccount, 'customer'>> & {
  customer?: Partial<CustomerAccount['customer']>;
};

/** Changes the account as another window would: what the page holds is stale then. */
export function changeElsewhere(kept: KeptAccount, { customer, ...change }: Change): void {
  const { current } = kept;
  kept.current = {
    ...current,
    ...change,
    customer: { ...current.customer, ...customer },
    version: current.version + 1,
  };
}

/** Has the server keep one account: it is loaded, saved with its version, and refused when that is stale. */
export function answerAccountInfo(server: FakeServer, change: Change = {}): KeptAccount {
  const fresh = accountOf(accountNumber, {
    customerAddress: [addressOf('Service'), addressOf('Billing')],
  });
  const customer = { ...fresh.customer, PIN: '4071', ...change.customer };
  const kept: KeptAccount = { current: { ...fresh, ...change, customer } };
  server.answer('GET /customer/info', () => ({ body: kept.current }));
  server.answer(saveCall, (request) => {
    const { version, customer: saved, customerAddress } = savedAccount(request);
    if (version !== kept.current.version) return problemAnswer(409, 'account-info.stale');
    changeElsewhere(kept, {
      customer: { ...saved, PIN: saved.PIN ?? kept.current.customer.PIN },
      customerAddress,
    });
    return { body: { Status: 'Success', StatusCode: '00' } };
  });
  return kept;
}

/** Has the server mail a fresh code, and take any. */
export function answerFreshCode(server: FakeServer): void {
  server.answer('POST /sessions/fresh-code', {
    body: { challenge: 'challenge-1', expiresAt: '2099-01-01T00:00:00Z' },
  });
  server.answer('POST /sessions/fresh-code/validate', { body: { status: 200 } });
}

/** What a save sent. */
export function savedAccount({ body }: RecordedRequest): CustomerAccount & {
  readonly channel: string;
  readonly consents?: unknown;
} {
  return body as ReturnType<typeof savedAccount>;
}

/** An account of the list, which owes $1,084.99. */
export function listedAccountOf(number: string, over: Partial<ListedAccount> = {}): ListedAccount {
  return {
    id: `id-${number}`,
    accountNumber: number,
    accountType: 'RESIDENTIAL',
    accountStatus: 'ACTIVE',
    serviceAddress: addressOf('Service'),
    amountDue: 1084.99,
    ...over,
  };
}
