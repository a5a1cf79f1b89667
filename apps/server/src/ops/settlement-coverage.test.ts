import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { beat, findPause } from '../features/charging/heartbeat.repository.ts';
import { chargeDirectly } from '../testing/charge-directly.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../testing/paying-portal.ts';
import { runJobs } from '../testing/portal.ts';
import { copyTables } from '../testing/restored-database.ts';
import { changeRows, readRow, readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';

// A pause is in the database's time, so the portal's clock is set to it: charges are made 30 minutes ago.

const minute = 60_000;
const header = 'order_number,amount,charged_at,card_last_four,transaction';

let portal: PayingTestPortal;
let folder: string;
let startedAt: number;

async function start(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'settlement-'));
  portal = await startPayingPortal({ ORBITAL_SETTLEMENT_DIR: folder });
  startedAt = Date.now();
  await portal.passTime(startedAt - 30 * minute - portal.clock.now().getTime());
}
async function stop(): Promise<void> {
  rmSync(folder, { recursive: true });
  expect(await portal.brokenChecks()).toEqual([]);
  await portal.close();
}

const ago = (minutes: number) => new Date(startedAt - minutes * minute).toISOString();
const range = (from: number, to: number) => `${ago(from)}..${ago(to)}`;
const isPaused = async () => (await findPause(portal.db)) !== undefined;
const coverage = () => readRows(portal.db, 'orbital_coverage');
const reconcile = (...args: string[]) => runOps(portal.settings, ['reconcile-processor', ...args]);
const run = (name: string) => runJobs(portal, name);

/** Restores the database as it was before `lost`: from 60 minutes ago to 5 minutes ago, charges may be missing here. */
async function restoreBefore(lost: () => Promise<unknown>): Promise<void> {
  const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
  await lost();
  await backup.restore();
  await beat(portal.db);
  await sql`update heartbeat set paused_at = ${ago(5)}, unsure_from = ${ago(60)}`.execute(portal.db);
  await portal.passTime(30 * minute);
}

/** The rows of what Orbital charged. */
async function bookOfOrbital(): Promise<string[]> {
  const charges = (await portal.sandbox.charges()).filter(({ processor }) => processor === 'orbital');
  return charges.map(({ reference, at, id }) => `${reference},84.99,${at},4242,${id}`);
}

function write(name: string, rows: readonly string[], totals?: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, [header, ...rows].join('\n'));
  utimesSync(file, portal.clock.now(), portal.clock.now());
  if (totals === undefined) return file;
  writeFileSync(`${file}.json`, typeof totals === 'string' ? totals : JSON.stringify(totals));
  utimesSync(`${file}.json`, portal.clock.now(), portal.clock.now());
  return file;
}

const stated = (covers: string, count: number, total: string) => [
  ...['--covers', covers, '--count', String(count), '--total', total, '--by', 'Kim'],
];
/** Wider than the time in which charges may be missing, with the margins of charges on their way. */
const whole = () => range(70, 1);

/** Nobody can tell from its number whose it is. */
const lostOrder = '4823901745620194';
const chargeLost = () => chargeDirectly(portal, 'orbital', { reference: lostOrder });

describe('a charge at Orbital that a restore lost, and whose number is of no account', () => {
  let rows: string[];
  const other = () => `4823901745620193,84.99,${ago(26 * 60)},4242,T1`;
  beforeAll(async () => {
    await start();
    await portal.buildPayer();
    await restoreBefore(chargeLost);
    rows = await bookOfOrbital();
  });
  afterEach(async () => {
    expect(await isPaused()).toBe(true);
  });
  afterAll(stop);

  const ours = () => rows;
  const right = () => stated(whole(), 1, '84.99');
  test.each([
    ['a header alone', () => [], () => [], 0, 'proves nothing without --covers'],
    ['a file without control totals', ours, () => [], 2, 'proves nothing without --covers'],
    ['a wrong count', ours, () => stated(whole(), 2, '84.99'), 1, 'it has 1 rows, not 2'],
    ['a wrong total', ours, () => stated(whole(), 1, '84.98'), 1, 'add up to $84.99, not $84.98'],
    ['a row before its range', ours, () => stated(range(20, 1), 1, '84.99'), 1, '1 of its rows are not in'],
    ['a row after its range', ours, () => stated(range(70, 40), 1, '84.99'), 1, '1 of its rows are not in'],
    ['a range into the future', ours, () => stated(range(70, -2), 1, '84.99'), 1, 'ends after now'],
    ['a row that is unreadable', () => [...rows, 'x,y,z,,'], right, 1, '1 of its rows cannot be read'],
    ['a charge that is unknown here', ours, right, 2, 'settle first what differs'],
  ])('[CHARGE-4] %s covers nothing', async (_lie, lines, options, code, sentence) => {
    expect(await reconcile('--file', write('lie.csv', lines()), ...options())).toMatchObject({
      code,
      out: expect.stringContaining(sentence),
      err: expect.stringContaining('Charging waits'),
    });
    expect(await coverage()).toEqual([]);
  });

  test.each([
    [['--since', '2026-11-24T17:00:00Z'], 'Leave --since out'],
    [['--covers', '2026-11-24..2026-11-25'], '--covers must be FROM..TO'],
    [['--count', '1'], '--covers must be FROM..TO'],
  ])('[CHARGE-4] %s is refused in a sentence', async (options, sentence) => {
    const { code, err } = await reconcile('--file', write('lie.csv', rows), ...options);
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
  });

  test('[CHARGE-4] control totals without a file are refused in a sentence, and so are those without a name', async () => {
    expect((await reconcile(...stated(whole(), 0, '0'))).err).toContain('name it with --file');
    const nameless = stated(whole(), 1, '84.99').slice(0, -2);
    expect((await reconcile('--file', write('lie.csv', rows), ...nameless)).err).toBe(
      '--by must be your name.\n',
    );
  });

  test('[CHARGE-4] another day’s file covers its own day only', async () => {
    const day = stated(range(27 * 60, 25 * 60), 1, '84.99');
    // It was made elsewhere: only what its rows are counts.
    const file = write('other.csv', [other().replace('4823901745620193', 'COUNTER-12')]);
    const { out, err } = await reconcile('--file', file, ...day);
    expect(out).toContain(`covered  ${range(27 * 60, 25 * 60)}  1 charges, $84.99  stated by Kim at `);
    expect(out).toMatch(/other\.csv$/m);
    expect(err).toMatch(/^not covered {2}\S+Z\.\.\S+Z$/m);
    expect(await coverage()).toHaveLength(1);
  });
});

describe('charging goes on once settlement files cover the time that is unsure', () => {
  let payer: Payer;
  beforeEach(async () => {
    await start();
    payer = await portal.buildPayer();
  });
  afterEach(stop);
  const emptyFile = () => write('empty.csv', []);
  const state = async (from: number, to: number) =>
    await reconcile('--file', emptyFile(), ...stated(range(from, to), 0, '0.00'));

  test('[CHARGE-4] one of two files is not enough; both are, in any order, overlapping, and one of them twice', async () => {
    await restoreBefore(async () => undefined);
    const first = await state(30, 1);
    expect([first.code, await isPaused()]).toEqual([0, true]);
    expect(first.err).toContain(`..${ago(30)}\n`);
    await state(30, 1);
    await state(70, 31);
    expect(await isPaused()).toBe(true);
    const last = await state(62.5, 29);
    expect(last.err).toBe('Charging goes on.\n');
    expect(/^covered {2}(\S+)/m.exec(last.out)?.[1]).toBe(range(62.5, 29));
    expect(await isPaused()).toBe(false);
  });

  test.each([
    ['begins after the last beat', 59.5, 1],
    ['begins amid what was on its way at the last beat', 61, 1],
    ['ends before the pause', 70, 5.5],
    ['ends amid what was on its way at the pause', 70, 4],
  ])('[CHARGE-4] not with a range that %s', async (_why, from, to) => {
    await restoreBefore(async () => undefined);
    const { err } = await state(from, to);
    expect(err).toContain('not covered');
    expect(await isPaused()).toBe(true);
  });

  test('[CHARGE-4] a report’s zero is no evidence while a payment of that time is known here', async () => {
    await portal.pay(payer);
    await restoreBefore(async () => undefined);
    const { out, code } = await state(70, 1);
    const { id } = await readRow(portal.db, 'payment', { account_id: payer.account.id });
    expect(out).toContain(`not-in-file       payment ${id}`);
    expect([code, await isPaused(), await coverage()]).toEqual([2, true, []]);
    // At the edge of a range it may be in the file before, or after.
    expect([(await state(30.5, 25)).code, (await state(35, 29.5)).code]).toEqual([0, 0]);
    expect(await coverage()).toHaveLength(2);
    const rows = await bookOfOrbital();
    const whole = stated(range(70, 1), 1, '84.99');
    expect((await reconcile('--file', write('right.csv', rows), '--dry-run', ...whole)).code).toBe(0);
    expect(await coverage()).toHaveLength(2);
    expect(await reconcile('--file', write('right.csv', rows), ...whole)).toMatchObject({
      code: 0,
      err: 'Charging goes on.\n',
    });
  });

  test('[CHARGE-4] a file beside it names its control totals, to the command and to the daily comparison', async () => {
    await restoreBefore(chargeLost);
    const rows = await bookOfOrbital();
    const totals = { covers: range(70, 1), count: 1, total: 84.99, by: 'Kim' };
    const file = write('day.csv', rows, { ...totals, count: 2 });
    expect(await reconcile('--file', file)).toMatchObject({ code: 1, out: expect.stringContaining('not 2') });
    write('day.csv', rows, '{');
    expect(await reconcile('--file', file)).toMatchObject({ code: 1, out: expect.stringContaining('JSON') });
    write('day.csv', rows, '{"covers":"","count":1,\n"count":2}');
    const twice = 'line 2: "count" is given twice in one object';
    expect(await reconcile('--file', file)).toMatchObject({ code: 1, out: expect.stringContaining(twice) });
    write('day.csv', rows, totals);
    await run('payments.compare-processors');
    await run('charging-pause.heartbeat');
    expect([await isPaused(), await coverage()]).toEqual([true, []]);
    const adopt = ['--adopt', lostOrder, '--account', payer.account.accountNumber, '--by', 'Ann'];
    expect((await reconcile('--file', file, ...adopt)).out).toContain('booked');
    // It is read again once it, or what is beside it, changes.
    await portal.passTime(minute);
    await run('payments.compare-processors');
    expect(await coverage()).toEqual([]);
    write('day.csv', rows, totals);
    utimesSync(file, new Date(0), new Date(0));
    await run('payments.compare-processors');
    expect(await coverage()).toEqual([
      expect.objectContaining({
        covers_from: new Date(ago(70)),
        covers_to: new Date(ago(1)),
        charges: 1,
        total_cents: 8_499,
        stated_by: 'Kim',
        stated_at: portal.clock.now(),
        file_name: 'day.csv',
      }),
    ]);
    await run('charging-pause.heartbeat');
    expect(await isPaused()).toBe(false);
  });

  test('[CHARGE-4] a last beat from a clock that was ahead is as unsure as the pause', async () => {
    await restoreBefore(async () => undefined);
    await sql`update heartbeat set unsure_from = ${ago(-60)}`.execute(portal.db);
    expect((await reconcile()).err).toContain('not covered');
    expect((await state(8, 1)).err).toBe('Charging goes on.\n');
  });

  const compared = () => readRows(portal.db, 'processor_comparison', { processor: 'orbital' });
  test('[CHARGE-4] a file without rows counts as compared only by its report’s zero', async () => {
    await restoreBefore(async () => undefined);
    write('empty.csv', []);
    await run('payments.compare-processors');
    expect([await compared(), await coverage()]).toEqual([[], []]);
    write('empty.csv', [], { covers: range(70, 1), count: 1, total: '0', by: 'Kim' });
    await run('payments.compare-processors');
    expect([await compared(), await coverage()]).toMatchObject([[{ differences: 1 }], []]);
    // What an operator types replaces it.
    expect(
      (await reconcile('--file', join(folder, 'empty.csv'), ...stated(range(70, 50), 0, '0'))).code,
    ).toBe(0);
    await portal.passTime(minute);
    write('empty.csv', [], { covers: range(70, 1), count: 0, total: '0.00', by: 'Kim' });
    utimesSync(join(folder, 'empty.csv.json'), new Date(0), new Date(0));
    await run('payments.compare-processors');
    expect(await compared()).toMatchObject([{ differences: 0, compared_until: portal.clock.now() }]);
    await run('charging-pause.heartbeat');
    expect(await isPaused()).toBe(false);
  });
});

describe('where Orbital never had anything to charge', () => {
  beforeEach(start);
  afterEach(stop);
  test('[CHARGE-4] no file is needed', async () => {
    await portal.pay(await portal.buildPayer({ processor: 'transafe' }));
    await restoreBefore(async () => undefined);
    expect((await reconcile()).err).toBe('Charging goes on.\n');
  });

  test.each(['payment_method', 'captured_method', 'payment'] as const)(
    '[CHARGE-4] a file is needed where there is one %s of Orbital',
    async (table) => {
      const payer = await portal.buildPayer({
        processor: table === 'captured_method' ? 'transafe' : 'orbital',
      });
      if (table === 'captured_method')
        await sql`insert into captured_method (login_id, capture_hash, processor, opened_at)
          values (${payer.loginId}, '\\x01', 'orbital', now())`.execute(portal.db);
      if (table === 'payment') {
        await portal.pay(payer);
        await changeRows(portal.db, 'payment_method', {}, { processor: 'transafe' });
      }
      await restoreBefore(async () => undefined);
      await run('charging-pause.heartbeat');
      expect(await isPaused()).toBe(true);
    },
  );
});
