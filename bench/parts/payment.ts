import { randomInt, randomUUID } from 'node:crypto';
import { apiPath } from '@myaccount/contract/endpoint';
import { bearer, postCall } from '../calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../ground/customers.ts';
import { withClient } from '../ground/database.ts';
import type { Ground, Site } from '../ground/ground.ts';
import { type Call, runInTurn, runRound } from '../load.ts';
import { compareThroughput } from '../report/comparison.ts';
import type { Result } from '../report/result.ts';

/** As many as the portal sends to a processor at once; what comes on top it refuses. */
const connections = 30;
const paymentsPerRound = 600;
const amountDollars = 20;
const lowestReference = 10 ** 15;

interface Payer extends SignedInCustomer {
  readonly methodId: string;
}

/** A one-time payment with a saved card, against the processor's answer alone. */
export async function measurePayment(ground: Ground): Promise<Result[]> {
  const [site, sandbox] = [await ground.many(), await ground.sandbox()];
  const payers = await findPayers(site);
  const takePayers = takingTurns(payers);
  const pair = await runInTurn(ground.options.rounds, {
    floor: () => runRound(sandbox, chargeCalls(site), { connections }),
    portal: () => runRound(site.portal, takePayers().map(paymentCall), { connections }),
  });
  return [compareThroughput('one-time payment', pair)];
}

/** Customers with a card that works; one account has one payment on its way at a time, so each pays once a round. */
async function findPayers(site: Site): Promise<Payer[]> {
  const customers = await signedInCustomers(site);
  return await withClient(site.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ account_id: string; id: string }>(
      `select distinct on (account_id) account_id, id from payment_method
       where account_id = any($1) and method_type <> 'tokenized-bank' and valid_to is null
         and (expires_on is null or expires_on > current_date)
       order by account_id, id`,
      [customers.map(({ accountId }) => accountId)],
    );
    const methods = new Map(rows.map((row) => [row.account_id, row.id]));
    return customers.flatMap((customer) => {
      const methodId = methods.get(customer.accountId);
      return methodId ? [{ ...customer, methodId }] : [];
    });
  });
}

/** Gives the next payers at every call, from the beginning again when all have paid. */
function takingTurns(payers: readonly Payer[]): () => readonly Payer[] {
  let next = 0;
  return () => {
    if (next + paymentsPerRound > payers.length) next = 0;
    next += paymentsPerRound;
    return payers.slice(next - paymentsPerRound, next);
  };
}

function paymentCall(payer: Payer): Call {
  const body = {
    amount: amountDollars,
    payment_method: payer.methodId,
    billing_account_id: payer.accountId,
    paymentType: 'onetime',
  };
  return postCall(`${apiPath}/payments/make-payment`, body, {
    ...bearer(payer),
    'idempotency-key': randomUUID(),
  });
}

function chargeCalls({ settings }: Site): Call[] {
  const headers = {
    'x-api-key-id': settings.TRANSAFE_API_KEY_ID ?? '',
    'x-api-key': settings.TRANSAFE_API_KEY ?? '',
  };
  return Array.from({ length: paymentsPerRound }, () => {
    const ordernum = String(lowestReference + randomInt(2 ** 47));
    const money = { amount: amountDollars.toFixed(2) };
    const body = { account_data: { token: 'visa-4242' }, money, order: { ordernum } };
    return postCall('/transafe/api/v2/transaction/purchase', body, headers);
  });
}
