import { once } from 'node:events';
import { connect } from 'node:net';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillPart } from '../part.ts';
import { payBody, payPath } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { findWrongRefunds, payForRefunds, refundByTwo, refundKinds } from './refunds.ts';
import { type Customer, Site } from './site.ts';

const customerCount = 50;
const recordedWithinMs = 15_000;

/** Customers close the connection right after the request, and so does an operator's program that gives back what they paid. */
export const earlyDisconnect: DrillPart = {
  name: 'early-disconnect',
  proves:
    'a client that leaves after sending loses neither consent nor audit trail, and an operator who does refunds once',
  async run(environment) {
    await using site = await Site.open(environment, 'faults_leave');
    const server = await site.startServer('leave', 'all');
    const customers = await site.buildCustomers(customerCount, () => ({
      processor: 'transafe',
      kind: 'bank',
    }));
    const url = new URL(server.url);
    for (const customer of customers) await payAndLeave(url, customer);
    const orders = await payForRefunds(site, refundKinds, (customer) => payAndLeave(url, customer));
    const requests = customerCount + orders.length;
    const recorded = await countRecorded(site, requests);
    await waitUntilSettled(site);
    const random = new SeededRandom(environment.options.seed);
    for (const order of orders) await refundByTwo(site, order, random);
    await waitUntilSettled(site);
    const paying = [...customers, ...orders.map(({ customer }) => customer)];
    const { charges, booked, refunded, failures } = await compare(site, paying);
    const lost = recorded.consents < customerCount || recorded.audited < requests;
    return {
      counts: { requests, ...recorded, charges, booked, refunded },
      failures: [
        ...failures,
        ...(await findWrongRefunds(site, orders)),
        ...(lost ? ['a request left no address'] : []),
      ],
    };
  },
};

async function payAndLeave({ hostname, port }: URL, customer: Customer): Promise<void> {
  const body = payBody(customer);
  const head = [
    `POST ${payPath} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${customer.accessToken}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n${body}`, () => resolve()));
  socket.destroy();
}

/** Counts consents (to bank debits) and submitted payments that have their client's address, once all are there. */
async function countRecorded(
  { portal }: Site,
  requests: number,
): Promise<{ consents: number; audited: number }> {
  let counts = { consents: 0, audited: 0 };
  await comesTrue(async () => {
    const consents = await portal.db
      .selectFrom('consent')
      .select('id')
      .where('client_address', '=', '127.0.0.1')
      .execute();
    const audited = await portal.db
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'payments.submitted')
      .where('client_address', '=', '127.0.0.1')
      .execute();
    counts = { consents: consents.length, audited: audited.length };
    return counts.consents === customerCount && counts.audited === requests;
  }, recordedWithinMs);
  return counts;
}
