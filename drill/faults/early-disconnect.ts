import { once } from 'node:events';
import { connect } from 'node:net';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillPart } from '../part.ts';
import { payBody, payPath } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { type Customer, Site } from './site.ts';

const customerCount = 50;
const recordedWithinMs = 15_000;

/** Customers close the connection right after the request. */
export const earlyDisconnect: DrillPart = {
  name: 'early-disconnect',
  proves: 'a client that leaves after sending loses neither consent nor audit trail',
  async run(environment) {
    await using site = await Site.open(environment, 'faults_leave');
    const server = await site.startServer('leave', 'all');
    const customers = await site.buildCustomers(customerCount, () => ({
      processor: 'transafe',
      kind: 'bank',
    }));
    for (const customer of customers) await payAndLeave(new URL(server.url), customer);
    const recorded = await countRecorded(site);
    await waitUntilSettled(site);
    const { charges, booked, failures } = await compare(site, customers);
    const lost = recorded.consents < customerCount || recorded.audited < customerCount;
    return {
      counts: { requests: customerCount, ...recorded, charges, booked },
      failures: [...failures, ...(lost ? ['a request left no address'] : [])],
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

/** Counts consents and submitted payments that have their client's address, once all are there. */
async function countRecorded({ portal }: Site): Promise<{ consents: number; audited: number }> {
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
    return Math.min(counts.consents, counts.audited) === customerCount;
  }, recordedWithinMs);
  return counts;
}
