import { randomUUID } from 'node:crypto';
import { apiPath } from '@myaccount/contract/endpoint';
import { bearer, postCall } from '../calls.ts';
import type { Call } from '../load.ts';
import type { SignedInCustomer } from './customers.ts';
import { withClient } from './database.ts';
import type { Site } from './ground.ts';

/** More than any amount that chooses an outcome in the sandbox. */
export const amountDollars = 20;
/** Fewer than the portal sends to a processor at once; what comes on top it refuses. */
export const payingConnections = 30;

const cardsThatWork = `
  select distinct on (account_id) account_id, id from payment_method
  where account_id = any($1) and method_type <> 'tokenized-bank' and valid_to is null
    and (expires_on is null or expires_on > current_date)
  order by account_id, id`;

/** One payment each, of those customers who have a card that works. */
export async function paymentCalls(site: Site, customers: readonly SignedInCustomer[]): Promise<Call[]> {
  const cards = await withClient(site.database.ownerUrl, async (client) => {
    const accounts = customers.map(({ accountId }) => accountId);
    const { rows } = await client.query<{ account_id: string; id: string }>(cardsThatWork, [accounts]);
    return new Map(rows.map((row) => [row.account_id, row.id]));
  });
  return customers.flatMap((customer) => {
    const card = cards.get(customer.accountId);
    return card ? paymentCall(customer, card) : [];
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
