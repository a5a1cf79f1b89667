import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { demoFile, personasOn } from '../../../sandbox/src/personas/personas.ts';
import { importFile } from '../features/import/import.service.ts';
import { connectPool } from '../platform/database/connect.ts';
import { readHome } from '../testing/customer.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal } from '../testing/portal.ts';
import { rowOfSupport, supportTells } from '../testing/support-rows.ts';

const today = '2026-11-24';
const portal = forFile(() => startTestPortal());

test('[HOME-7, OPS-2] support sees what happens to each demo customer as their home tells it', async () => {
  const pool = connectPool({
    url: portal.portal.config.databaseUrl,
    maximumConnections: 4,
    worker: 'command',
  });
  const lines = demoFile(today).map((line) => `${JSON.stringify(line)}\n`);
  const onRefusal = (refusal: unknown) => expect(refusal).toBeUndefined();
  const context = { ...portal.portal, pool, timeZone: portal.portal.config.timeZone };
  await importFile(
    Readable.from(lines.map((line) => Buffer.from(line))),
    { isDryRun: false, onRefusal },
    context,
  );
  await pool.end();
  const kinds = new Set<string>();
  for (const { email, customerId: customerNumber, accounts } of personasOn(today)) {
    const token = await portal.signIn(email);
    for (const { accountNumber, role } of accounts) {
      if (role === 'member') continue;
      const { happenings, paidBy } = await readHome(portal, { id: '', accountNumber, customerNumber }, token);
      expect(await supportTells(portal, accountNumber)).toEqual(happenings.map(rowOfSupport));
      if (paidBy !== null) expect(happenings[paidBy].invoice_ids).not.toEqual([]);
      for (const { kind } of happenings) kinds.add(kind);
    }
  }
  expect([...kinds].sort()).toEqual([
    'autopay',
    'declined',
    'gift-card',
    'method-expired',
    'on-its-way',
    'returned',
    'visit',
  ]);
});
