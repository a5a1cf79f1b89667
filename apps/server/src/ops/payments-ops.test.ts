import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstCursor } from '../features/payments/payment-events.rules.ts';
import { settleManually } from '../features/payments/settle-payment.service.ts';
import { type Payer, type PayingPortal, startPayingPortal } from '../testing/paying-portal.ts';
import { exportPayments } from './export-payments.ts';
import { listManualReview } from './manual-review.ts';
import { showAccount } from './show.ts';

const day = 86_400_000;
const consent = { textVersion: '1', language: 'en' };
const program = fileURLToPath(new URL('./ops.ts', import.meta.url));

let portal: PayingPortal;
beforeAll(async () => {
  portal = await startPayingPortal();
});
afterAll(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
  await portal.close();
});

/** Runs `ops` like an operator and returns exit code and output. */
async function ops(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const run = promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...portal.settings },
  });
  const result = await run.catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { code: 'code' in result ? result.code : 0, out: result.stdout, err: result.stderr };
}

interface Line {
  readonly cursor: string;
  readonly status: string;
  readonly balanceChange: string;
  readonly paymentId: string;
}

async function exported(since = firstCursor, limit?: number): Promise<Line[]> {
  const lines: Line[] = [];
  await exportPayments(portal.db, { since, limit }, async (line) => {
    lines.push(JSON.parse(line));
  });
  return lines;
}

/**
 * Waits until every transaction that is open now has ended, also in the databases of other test files: PostgreSQL
 * numbers them together, and the export holds back events that could follow them.
 */
async function openTransactionsEnd(): Promise<void> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(portal.db);
  const isOver = async () => {
    const { rows: found } = await sql<{ over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.id}::text::xid8 as over`.execute(portal.db);
    return found[0]?.over;
  };
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
}

/** Makes a payment without a result that inquiries can no longer find: its processor no longer keeps the charge. */
async function payWithoutResult(payer: Payer): Promise<string> {
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  const { id } = (await portal.pay(payer, { amount: 33 })).json();
  await portal.sandbox.reset();
  await portal.passTime(2.5 * day);
  await portal.reconcile();
  return id;
}

describe('export-payments', () => {
  test('[EXPORT-2] prints payments and returns in order and continues from a cursor', async () => {
    const card = await portal.buildPayer();
    const bank = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-revoked' });
    await portal.pay(card);
    await portal.pay(card, { amount: 1.05 });
    await portal.pay(bank, { consent });
    await portal.passTime(4 * day);
    await portal.reconcile();
    await openTransactionsEnd();
    const first = await exported();
    expect(first.map(({ status, balanceChange }) => [status, balanceChange])).toEqual([
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
    await openTransactionsEnd();
    const next = await exported(last);
    expect(next.map(({ status, balanceChange }) => [status, balanceChange])).toEqual([['RETURNED', '84.99']]);
    expect(await exported()).toEqual([...first, ...next]);
    expect(await exported(firstCursor, 2)).toEqual(first.slice(0, 2));
  });

  test('[EXPORT-2] a payment whose transaction ends late is never skipped', async () => {
    const [slow, quick] = [await portal.buildPayer(), await portal.buildPayer()];
    await openTransactionsEnd();
    const before = (await exported()).at(-1)?.cursor ?? '';
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let markUpdated = () => {};
    const updated = new Promise<void>((resolve) => {
      markUpdated = resolve;
    });
    const { id } = (await portal.pay(slow, { amount: 8.13 })).json();
    const slowly = portal.db.transaction().execute(async (trx) => {
      await trx.updateTable('payment').set({ state: 'PROCESSING_ERROR' }).where('id', '=', id).execute();
      markUpdated();
      await held;
    });
    await updated;
    await portal.pay(quick);
    expect(await exported(before)).toEqual([]);
    finish();
    await slowly;
    await openTransactionsEnd();
    expect((await exported(before)).map(({ status }) => status)).toEqual(['COMPLETED']);
  });

  test('[EXPORT-2] refuses an invalid cursor; --help explains cursors', async () => {
    expect(await ops('export-payments', '--since', 'yesterday')).toMatchObject({
      code: 1,
      err: expect.stringContaining('It must be the cursor of an exported line.'),
    });
    expect((await ops('export-payments', '--help')).out).toContain('Every line has a cursor.');
    await openTransactionsEnd();
    const { code, out } = await ops('export-payments', '--limit', '1');
    expect([code, JSON.parse(out).type]).toEqual([0, 'paymentEvent']);
  });
});

describe('manual review', () => {
  test('[OPS-2] lists a payment that inquiries cannot settle, dead mail, and ambiguous callbacks', async () => {
    const payer = await portal.buildPayer();
    const id = await payWithoutResult(payer);
    await portal.db.updateTable('outbox').set({ state: 'DEAD', last_error: '550\u001b[2J' }).execute();
    await portal.db
      .insertInto('inbox_event')
      .values({
        provider: 'eligibility',
        event_id: 'E1',
        received_at: portal.clock.now(),
        payload: '{}',
        state: 'AMBIGUOUS',
      })
      .execute();
    const lines = await listManualReview(portal.db);
    expect(lines[0]).toContain(`payment ${id}  account ${payer.account.accountNumber}  $33.00  UNKNOWN`);
    expect(lines[0]).toContain('the processor no longer keeps a charge this old');
    expect(lines.some((line) => line.startsWith('mail '))).toBe(true);
    expect(lines.at(-1)).toContain('callback E1 from eligibility');
    expect(lines.join('')).not.toContain('\u001b');
    expect((await ops('manual-review')).code).toBe(2);
  });

  test("[OPS-2] records an operator's finding once, under their name", async () => {
    const payer = await portal.buildPayer();
    const id = await payWithoutResult(payer);
    const settlement = { paymentId: id, by: 'Kim', transaction: undefined };
    expect(await settleManually(portal.portal, { ...settlement, finding: 'charged' })).toContain(
      '--transaction is missing',
    );
    const settled = await ops(
      'settle-payment',
      id,
      '--as',
      'charged',
      '--by',
      'Kim',
      '--transaction',
      'TX-1',
    );
    expect(settled).toMatchObject({ code: 0 });
    expect(await portal.balanceCents(payer)).toBe(8_499 - 3_300);
    expect(await settleManually(portal.portal, { ...settlement, finding: 'not-charged' })).toContain(
      'COMPLETED',
    );
    const audit = await portal.db
      .selectFrom('audit_entry')
      .select(['actor', 'action'])
      .where('account_id', '=', payer.account.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(audit).toEqual({ actor: 'operator:Kim', action: 'payments.made' });
  });

  test('[OPS-2] not-charged unblocks the account; seen removes a payment from the list', async () => {
    const payer = await portal.buildPayer();
    const settlement = { paymentId: await payWithoutResult(payer), by: 'Kim', transaction: undefined };
    expect(await settleManually(portal.portal, { ...settlement, finding: 'not-charged' })).toBeUndefined();
    const again = { ...payer, accessToken: await portal.signIn(payer.emailAddress) };
    const partial = (await portal.pay(again, { amount: 8.4 })).json();
    expect((await listManualReview(portal.db)).join()).toContain(partial.id);
    await settleManually(portal.portal, { ...settlement, paymentId: partial.id, finding: 'seen' });
    expect((await listManualReview(portal.db)).join()).not.toContain(partial.id);
    expect(await settleManually(portal.portal, { ...settlement, paymentId: 'x', finding: 'seen' })).toContain(
      'no payment x',
    );
  });
});

describe('show', () => {
  test('[OPS-2] shows account, payments, bills, ledger, methods, logins and mail, without secrets', async () => {
    const payer = await portal.buildPayer({ token: 'canary-4242' });
    await portal.pay(payer);
    const page = await showAccount(portal.db, payer.account.accountNumber, {
      now: portal.clock.now(),
      timeZone: portal.portal.config.timeZone,
    });
    expect(page).toContain(`${payer.account.accountNumber}  Ana Rivera  RESIDENTIAL ACTIVE`);
    expect(page).toContain('balance $0.00');
    expect(page).toMatch(/Payments\n {2}\S+ {2}COMPLETED {2}\$84\.99 {2}VISA …4242/);
    expect(page).toMatch(/Ledger\n {2}\S+ {2}\$84\.99 {2}cash from receivable/);
    expect(page).toContain('1 open sessions');
    expect(page).toContain('payment-made');
    expect(page).not.toContain('canary');
    const missing = await ops('show', '999');
    expect(missing).toMatchObject({ code: 1, err: 'There is no account 999\n' });
  });
});
