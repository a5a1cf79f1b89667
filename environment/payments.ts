import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPath } from '@myaccount/contract/endpoint';
import { bearer, type Call, postCall } from './calls.ts';
import type { SignedInCustomer } from './customers.ts';
import { withClient } from './database.ts';
import type { PortalInstance } from './environment.ts';

/** Above any amount that selects an outcome in the sandbox. */
const amountDollars = 20;
/** Below the portal's limit of concurrent processor calls. It refuses calls above it. */
export const payingConnections = 30;
const pollMs = 500;
const lowestReference = 10 ** 15;

const validCards = `
  select distinct on (account_id) account_id, id from payment_method
  where account_id = any($1) and method_type <> 'tokenized-bank' and valid_to is null
    and (expires_on is null or expires_on > current_date)
  order by account_id, id`;

/** One payment for each customer with a valid card. */
export async function paymentCalls(
  site: Pick<PortalInstance, 'database'>,
  customers: readonly SignedInCustomer[],
): Promise<Call[]> {
  const cards = await withClient(site.database.ownerUrl, async (client) => {
    const accounts = customers.map(({ accountId }) => accountId);
    const { rows } = await client.query<{ account_id: string; id: string }>(validCards, [accounts]);
    return new Map(rows.map((row) => [row.account_id, row.id]));
  });
  return customers.flatMap((customer) => {
    const card = cards.get(customer.accountId);
    return card ? paymentCall(customer, card) : [];
  });
}

/** Waits until the receipts of a site's payments are sent: they would slow down whatever is measured next. */
export async function receiptsSent({ database }: Pick<PortalInstance, 'database'>): Promise<void> {
  await withClient(database.ownerUrl, async (client) => {
    const isWaiting = async () =>
      (await client.query("select from outbox where state = 'WAITING' limit 1")).rowCount !== 0;
    while (await isWaiting()) await sleep(pollMs);
  });
}

function paymentCall(customer: SignedInCustomer, card: string): Call {
  const body = {
    amount: amountDollars,
    payment_method: card,
    billing_account_id: customer.accountId,
    paymentType: 'onetime',
  };
  const headers = { ...bearer(customer), 'idempotency-key': randomUUID() };
  return postCall(`${apiPath}/payments/make-payment`, body, headers);
}

/** TranSafe purchases by token, as the portal sends them. */
export function chargeCalls({ settings }: Pick<PortalInstance, 'settings'>, count: number): Call[] {
  const headers = {
    'x-api-key-id': settings.TRANSAFE_API_KEY_ID ?? '',
    'x-api-key': settings.TRANSAFE_API_KEY ?? '',
  };
  return Array.from({ length: count }, () => {
    const ordernum = String(lowestReference + randomInt(2 ** 47));
    const money = { amount: amountDollars.toFixed(2) };
    const body = { account_data: { token: 'visa-4242' }, money, order: { ordernum } };
    return postCall('/transafe/api/v2/transaction/purchase', body, headers);
  });
}
