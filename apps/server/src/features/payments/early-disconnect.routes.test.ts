import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { apiPath } from '@myaccount/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, payBody, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';

const attempts = 50;

let port: number;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  await portal.app.server.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});

/** Sends a bank debit over a separate connection and resets the connection as soon as it is written. */
async function payAndLeave(payer: Payer): Promise<void> {
  const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }];
  const body = JSON.stringify({ ...payBody(payer), consents });
  const received = once(portal.app.server.server, 'request');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${apiPath}/payments/make-payment HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${payer.accessToken}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await received;
  socket.resetAndDestroy();
}

test('[ERROR-4] a client that leaves early loses neither consent nor audit trail', async () => {
  const payers: Payer[] = [];
  for (let index = 0; index < attempts; index += 1) {
    payers.push(await portal.buildPayer({ kind: 'bank' }));
  }
  for (const payer of payers) await payAndLeave(payer);
  for (const [table, rows] of [
    ['consent', attempts],
    ['audit_entry', 2 * attempts],
  ] as const) {
    const addresses = async () =>
      (await readRows(portal.db, table)).map(({ client_address }) => client_address);
    await expect.poll(addresses).toHaveLength(rows);
    expect(new Set(await addresses())).toEqual(new Set(['127.0.0.1']));
  }
});
