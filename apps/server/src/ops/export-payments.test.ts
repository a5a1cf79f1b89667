import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ExportCursor,
  formatCursor,
  parseCursor,
} from '../features/payment-export/export-cursor.rules.ts';
import { assignExportPositions } from '../features/payment-export/payment-events.repository.ts';
import type { exportLine } from '../features/payment-export/payment-events.rules.ts';
import { readExport } from '../features/payment-export/payment-events.service.ts';
import { forFile } from '../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../testing/paying-portal.ts';
import { buildPaid, refund } from '../testing/refunds.ts';
import { runOps } from '../testing/run-ops.ts';

const day = 86_400_000;
const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }];

let owner: pg.Client;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  owner = new pg.Client(portal.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  expect(await portal.brokenChecks()).toEqual([]);
});

type Line = ReturnType<typeof exportLine>;

async function exported(since?: string, limit?: number): Promise<Line[]> {
  const start = since === undefined ? undefined : parseCursor(since);
  const lines: Line[] = [];
  for await (const line of readExport(portal.db, start, limit)) lines.push(line);
  return lines;
}

/** Runs `ops export-payments` like an operator. */
const ops = (...args: string[]) => runOps(portal.settings, ['export-payments', ...args]);

const figures = (lines: readonly Line[]) => lines.map(({ status, balanceChange }) => [status, balanceChange]);

/** The last cursor; pays once if there is none yet. */
async function lastCursor(): Promise<string> {
  const last = (await exported()).at(-1);
  if (last) return last.cursor;
  await portal.pay(await portal.buildPayer());
  return await lastCursor();
}

/** Fails a pending bank debit in a transaction that ends when the returned function is called. */
async function failSlowly(payer: Payer): Promise<() => Promise<void>> {
  const { id } = (await portal.pay(payer, { consents })).json();
  const client = new pg.Client(portal.ownerUrl);
  await client.connect();
  await client.query('begin');
  await client.query("update payment set state = 'PROCESSING_ERROR', reconcile_at = null where id = $1", [
    id,
  ]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

test('[EXPORT-2] prints payments and returns in order and continues from a cursor', async () => {
  const card = await portal.buildPayer();
  const bank = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-revoked' });
  await portal.pay(card);
  await portal.pay(card, { amount: 1.05 });
  await portal.pay(bank, { consents });
  await portal.passTime(4 * day);
  await portal.reconcile();
  const first = await exported();
  expect(figures(first)).toEqual([
    ['COMPLETED', '-84.99'],
    ['PENDING', '0.00'],
    ['COMPLETED', '-84.99'],
  ]);
  expect(first[0]).toMatchObject({
    type: 'paymentEvent',
    accountNumber: card.account.accountNumber,
    previousStatus: 'SUBMITTING',
    amount: '84.99',
    occurredOn: '2026-11-24',
    method: { cardType: 'VISA', lastFour: '4242' },
    processor: 'orbital',
    appliedTo: [{ amount: '84.99' }],
  });
  const last = first.at(-1)?.cursor ?? '';
  expect(await exported(last)).toEqual([]);
  await portal.passTime(24 * day);
  await portal.reconcile();
  const next = await exported(last);
  expect(figures(next)).toEqual([['RETURNED', '84.99']]);
  expect(await exported()).toEqual([...first, ...next]);
  expect(await exported(undefined, 2)).toEqual(first.slice(0, 2));
  expect(await exported(first[0]?.cursor)).toEqual([...first.slice(1), ...next]);
  expect(await exported('0.0')).toEqual([...first, ...next]);
});

test('[EXPORT-2] a payment whose transaction ends late delays no other, and is not skipped', async () => {
  const finish = await failSlowly(await portal.buildPayer({ kind: 'bank' }));
  const quick = await portal.buildPayer();
  const before = await lastCursor();
  await portal.pay(quick);
  const during = await exported(before);
  expect(figures(during)).toEqual([['COMPLETED', '-84.99']]);
  await finish();
  const after = await exported(during.at(-1)?.cursor);
  expect(figures(after)).toEqual([['PROCESSING_ERROR', '0.00']]);
  expect(await exported(before)).toEqual([...during, ...after]);
});

test('[EXPORT-2] exports at the same time count every payment once, without gaps', async () => {
  const before = await lastCursor();
  const payers = await Promise.all(Array.from({ length: 6 }, () => portal.buildPayer()));
  await Promise.all(payers.flatMap((payer) => [portal.pay(payer), assignExportPositions(portal.db)]));
  const readers = await Promise.all(Array.from({ length: 4 }, () => exported(before)));
  for (const lines of readers) expect(lines).toHaveLength(6);
  const { rows } = await owner.query<{ position: number }>(
    'select export_position as position from payment_event order by 1',
  );
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1));
});

test('[EXPORT-2] an export that waits for another one leaves its positions as they are', async () => {
  const before = await lastCursor();
  await portal.pay(await portal.buildPayer());
  await owner.query('begin');
  await owner.query('select assign_export_positions()');
  const { rows } = await owner.query<{ batch: string }>(
    'select export_batch as batch from payment_event where export_position is not null order by number desc limit 1',
  );
  await portal.pay(await portal.buildPayer());
  const waiting = exported(before);
  await sleep(500);
  await owner.query('commit');
  const lines = await waiting;
  expect(lines).toHaveLength(2);
  expect(parseCursor(lines[0]?.cursor ?? '')).toMatchObject({ batch: rows[0]?.batch });
});

test('[EXPORT-2] positions that a failover or restore lost are refused, even when they are in use again', async () => {
  const before = await lastCursor();
  await portal.pay(await portal.buildPayer());
  const lost = await lastCursor();
  // What a restore to the moment before does to the positions.
  await owner.query(
    `update payment_event set export_position = null, export_batch = null
     where export_position = (select max(export_position) from payment_event)`,
  );
  expect(figures(await exported(before))).toEqual([['COMPLETED', '-84.99']]);
  await expect(exported(lost)).rejects.toThrow('was restored to an earlier moment');
  expect(await ops('--since', lost)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^This database does not know .* Pass an older cursor .* paymentId and status\.\n$/,
    ),
  });
});

test('[EXPORT-2] a cursor beyond the last line is refused, and so is one of another database', async () => {
  const cursor = parseCursor(await lastCursor()) as ExportCursor;
  const ahead = formatCursor({ ...cursor, position: cursor.position + 1 });
  await expect(exported(ahead)).rejects.toThrow('does not know the line of this cursor');
  const foreign = formatCursor({ ...cursor, stream: cursor.batch });
  await expect(exported(foreign)).rejects.toThrow('belongs to another database');
});

test('[EXPORT-2] refuses an invalid cursor; --help explains cursors', async () => {
  expect(await ops('--since', 'yesterday')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It must be the cursor of an exported line.'),
  });
  expect((await ops('--help')).out).toContain('Every line has a cursor.');
  await lastCursor();
  const { code, out } = await ops('--limit', '1');
  expect([code, JSON.parse(out).type]).toEqual([0, 'paymentEvent']);
});

test('[REFUND-6] each refund is an event of its own; what the payment is afterward is its status', async () => {
  const since = await lastCursor();
  const { paymentId } = await buildPaid(portal, 'orbital');
  await refund(portal, paymentId, { amountCents: 2_000, reason: 'Half a day' });
  await refund(portal, paymentId);
  const lines = await exported(since);
  expect(figures(lines)).toEqual([
    ['COMPLETED', '-84.99'],
    ['COMPLETED', '20.00'],
    ['REFUNDED', '64.99'],
  ]);
  expect(lines[0]?.refund).toBeNull();
  expect(lines[1]).toMatchObject({
    previousStatus: 'COMPLETED',
    amount: '20.00',
    appliedTo: [],
    refund: { means: 'refund', reason: 'Half a day', reference: expect.stringMatching(/^\d{16}$/) },
  });
});
