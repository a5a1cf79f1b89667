import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sumCents } from '@myaccount/contract/money';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { beat, findPause } from '../features/charging/heartbeat.repository.ts';
import { enrollPayer, setDueDate } from '../testing/autopay.ts';
import { chargeDirectly } from '../testing/charge-directly.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../testing/paying-portal.ts';
import { runJobs } from '../testing/portal.ts';
import { copyTables } from '../testing/restored-database.ts';
import { keepCluster } from '../testing/restored-portal.ts';
import { changeRows, onlyColumns, readRow, readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';

const minute = 60_000;

let portal: PayingTestPortal;
let folder: string;
beforeEach(async () => {
  portal = await startPayingPortal();
  folder = mkdtempSync(join(tmpdir(), 'settlement-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  expect(await portal.brokenChecks()).toEqual([]);
  await portal.close();
});

const reconcile = (...args: string[]) => runOps(portal.settings, ['reconcile-processor', ...args]);
const isPaused = async () => (await findPause(portal.db)) !== undefined;

/** Restores the database as it was before `lost` happened, so long ago that no charge is on its way. */
async function restoredAfter(lost: () => Promise<unknown>): Promise<void> {
  const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
  await lost();
  await backup.restore();
  await beat(portal.db);
  await sql`update heartbeat set unsure_from = '2026-11-24T16:00:00Z',
    paused_at = least(now(), ${portal.clock.now()}) - interval '5 minutes'`.execute(portal.db);
}

/** Writes what Orbital charged until now as its settlement file. Returns the options that name it with its control totals. */
async function settlementFile(): Promise<string[]> {
  await portal.passTime(minute);
  const charges = (await portal.sandbox.charges()).filter(({ processor }) => processor === 'orbital');
  const lines = charges.map((charge) =>
    [charge.reference, (charge.amountCents / 100).toFixed(2), charge.at, '4242', charge.id].join(','),
  );
  const file = writeSettlements('settlement.csv', lines);
  const covers = `${new Date(0).toISOString()}..${portal.clock.now().toISOString()}`;
  const total = (sumCents(charges) / 100).toFixed(2);
  return [
    '--file',
    file,
    '--covers',
    covers,
    '--count',
    `${charges.length}`,
    '--total',
    total,
    '--by',
    'Kim',
  ];
}

/** Writes a settlement file at the time of the test's clock. */
function writeSettlements(name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, ['order_number,amount,charged_at,card_last_four,transaction', ...lines].join('\n'));
  utimesSync(file, portal.clock.now(), portal.clock.now());
  return file;
}

async function expectBookedOnce(payers: readonly Payer[]): Promise<void> {
  for (const payer of payers) {
    expect(await portal.balanceCents(payer)).toBe(0);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.mailsOf(payer)).toEqual([]);
  }
}

const orderIn = (text: string) => /^unknown-here +order (\d+)/m.exec(text)?.[1] ?? '';

test('[CHARGE-3] pressed payments that a restore lost are booked by themselves, which is said, and charging goes on', async () => {
  const payers = [await portal.buildPayer(), await portal.buildPayer({ processor: 'transafe' })];
  await restoredAfter(async () => {
    for (const payer of payers) await portal.pay(payer);
  });
  const booked = /^booked {12}order \d{16} {2}\$84\.99 {2}\S+Z {2}…4242 {2}transaction \w+$/m;
  const report = await reconcile();
  expect(report).toMatchObject({ code: 0, out: expect.stringMatching(booked) });
  expect(report.err).toContain('settlement file');
  const file = await settlementFile();
  expect(await reconcile(...file)).toMatchObject({
    code: 0,
    out: expect.stringMatching(booked),
    err: 'Charging goes on.\n',
  });
  await expectBookedOnce(payers);
});

test('[CHARGE-3] a lost charge whose number is of no account is listed with candidates, booked, and charging goes on', async () => {
  const payers = [await portal.buildPayer(), await portal.buildPayer({ processor: 'transafe' })];
  const numbers = payers.map(({ account }) => account.accountNumber);
  await restoredAfter(async () => {
    await chargeDirectly(portal, 'orbital', { reference: '4000000000000011' });
    await chargeDirectly(portal, 'transafe', { reference: '4000000000000012' });
  });
  const report = await reconcile();
  expect(report.code).toBe(2);
  expect(report.out).toContain(`candidate: account ${numbers[1]}, which owes as much`);
  expect(report.err).toContain('charges are unknown here');
  const adopt = ['--adopt', orderIn(report.out)];
  expect((await reconcile(...adopt)).err).toContain('--adopt needs --account NUMBER and --by NAME');
  const byKim = ['--account', numbers[1] ?? '', '--by', 'Kim'];
  expect((await reconcile('--adopt', '4000000000000001', ...byKim)).err).toContain(
    'has no charge with order',
  );
  expect((await reconcile(...adopt, '--account', numbers[0] ?? '', '--by', 'Kim')).err).toContain(
    'has no method at',
  );
  expect((await reconcile(...adopt, ...byKim)).out).toContain('$84.99 booked');
  expect((await reconcile(...adopt, ...byKim)).err).toContain('is payment');
  expect((await reconcile()).err).toContain('settlement file');

  const file = await settlementFile();
  const orbital = await reconcile(...file);
  expect(orbital.code).toBe(2);
  expect(await isPaused()).toBe(true);
  await reconcile(...file, '--adopt', orderIn(orbital.out), '--account', numbers[0] ?? '');
  expect(await reconcile(...file)).toMatchObject({ code: 0, err: 'Charging goes on.\n' });
  expect(await isPaused()).toBe(false);
  await expectBookedOnce(payers);
  expect((await reconcile()).err).toContain('Charging is not paused. Say since when to compare');
});

test('[CHARGE-3] a bank debit that was lost is booked as pending, for an account that had its bank account then', async () => {
  const payer = await portal.buildPayer({ kind: 'bank' });
  await restoredAfter(() =>
    chargeDirectly(portal, 'transafe', { reference: '4000000000000013', token: 'bank-6789' }),
  );
  await portal.passTime(minute);
  const later = await portal.buildPayer({ kind: 'bank' });
  const report = await reconcile();
  expect(report.out).toContain(`candidate: account ${payer.account.accountNumber}`);
  expect(report.out).not.toContain(later.account.accountNumber);
  await reconcile(
    ...['--adopt', orderIn(report.out), '--account', payer.account.accountNumber, '--by', 'Kim'],
  );
  expect(onlyColumns(await readRows(portal.db, 'payment'), 'account_id', 'state')).toEqual([
    { account_id: payer.account.id, state: 'PENDING' },
  ]);
});

test('[CHARGE-3] a dry run asks about no payment', async () => {
  const payer = await portal.buildPayer({ processor: 'transafe' });
  await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
  await portal.pay(payer);
  await portal.sandbox.reset();
  const since = ['--since', '2026-11-24T16:00:00Z'];
  const stateOf = async () => (await readRow(portal.db, 'payment', {})).state;
  await portal.passTime(5 * minute);
  expect((await reconcile(...since, '--dry-run')).out).toContain('no-result-here');
  expect(await stateOf()).toBe('UNKNOWN');
  await reconcile(...since);
  expect(await stateOf()).toBe('COMPLETED');
});

test('[CHARGE-3] a dry run lists and changes nothing; a reason lets charging go on', async () => {
  await portal.buildPayer({ processor: 'orbital' });
  const payer = await portal.buildPayer({ processor: 'transafe' });
  await setDueDate(portal, payer, '2026-11-24');
  await enrollPayer(portal, payer);
  await restoredAfter(() => runJobs(portal, 'autopay.run'));
  const dry = await reconcile('--dry-run');
  expect(dry).toMatchObject({ code: 2, err: '' });
  await reconcile('--dry-run', ...(await settlementFile()));
  expect(await portal.balanceCents(payer)).toBe(8_499);
  // What autopay charged is recorded by itself.
  expect(await reconcile()).toMatchObject({ err: expect.stringContaining('settlement file') });
  expect(await portal.balanceCents(payer)).toBe(0);
  expect((await reconcile('--resume-because', 'no card was charged')).err).toBe('Charging goes on.\n');
  expect(await isPaused()).toBe(false);
});

test('[CHARGE-3] charging waits while another server’s charge can be on its way', async () => {
  await portal.buildPayer();
  await restoredAfter(async () => undefined);
  await sql`update heartbeat set paused_at = now()`.execute(portal.db);
  expect((await reconcile()).err).toMatch(/^Charging waits: .* could be on its way.*\n$/);
  expect(await isPaused()).toBe(true);
});

/** The newest comparison of each processor. */
const comparisons = async () =>
  onlyColumns(await readRows(portal.db, 'processor_comparison', {}, 'processor'), 'processor', 'differences');
const compare = () => runJobs(portal, 'payments.compare-processors');
const reasonOf = async ({ account }: Payer) =>
  (await readRow(portal.db, 'payment', { account_id: account.id })).manual_review_reason;

test('[CHARGE-3] once a day the processors’ records are compared with the payments, both ways', async () => {
  await portal.close();
  portal = await startPayingPortal({ ORBITAL_SETTLEMENT_DIR: folder });
  await compare();
  const [moved, atOrbital, agreed, lost] = [
    await portal.buildPayer(),
    await portal.buildPayer(),
    await portal.buildPayer({ processor: 'transafe' }),
    await portal.buildPayer({ processor: 'transafe' }),
  ];
  const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
  // One that says whose it is is booked, and one that does not differs.
  await portal.pay(lost);
  await chargeDirectly(portal, 'transafe', { reference: '4000000000000014' });
  await backup.restore();
  await keepCluster(portal);
  for (const payer of [moved, atOrbital, agreed])
    await portal.pay({ ...payer, accessToken: await portal.signIn(payer.emailAddress) });
  await changeRows(portal.db, 'payment', { account_id: moved.account.id }, { processor: 'transafe' });
  await portal.passTime(26 * 60 * minute);
  await settlementFile();
  await compare();
  // At TranSafe a charge without a payment and a payment without a charge; at Orbital that payment's charge.
  expect(await comparisons()).toEqual([
    { processor: 'orbital', differences: 1 },
    { processor: 'transafe', differences: 2 },
  ]);
  expect(await reasonOf(moved)).toBe("the processor's records have no such charge");
  expect([await reasonOf(atOrbital), await reasonOf(agreed), await reasonOf(lost)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(await portal.balanceCents(lost)).toBe(0);
  await portal.db.updateTable('payment').set({ manual_review_reason: null }).execute();
  // The next day has not come, and only what is new in the folder is read.
  await portal.passTime(60 * minute);
  const at = portal.clock.now().toISOString();
  const unknown = ['4000000000000001', '4000000000000002'].map(
    (order) => `${order},84.99,${at},4242,T${order}`,
  );
  writeSettlements('next.csv', unknown);
  await compare();
  expect(await comparisons()).toEqual([
    { processor: 'orbital', differences: 2 },
    { processor: 'transafe', differences: 2 },
  ]);
  expect(await reasonOf(moved)).toBeNull();
  expect(await reasonOf(atOrbital)).toBeNull();
});
