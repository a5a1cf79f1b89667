import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../../testing/billing-portal.ts';
import { readRow, readRows } from '../../testing/rows.ts';
import { findBacklog, listRefusals } from './backlog.repository.ts';
import { compareWithBilling } from './compare.service.ts';
import { readAccount } from './read-account.service.ts';
import { claimReading } from './reading.repository.ts';
import { followBilling } from './sweep.service.ts';

let portal: BillingTestPortal;
const today = '2026-11-24';

beforeAll(async () => {
  portal = await startBillingPortal();
  await portal.importLines(demoFile(today));
  await portal.loadLines(demoFile(today));
}, 60_000);
afterAll(() => portal.close());

test('[LIVE-1] nobody who looks during the first reading of all accounts waits behind them', async () => {
  const { config } = portal.billing;
  const billing = config.billing && { ...config.billing, callsPerSecond: 1 };
  const stopping = new AbortController();
  const following = followBilling({ ...portal.billing, config: { ...config, billing } }, stopping.signal);
  await expect.poll(async () => (await findBacklog(portal.db)).completedAt).not.toBeNull();
  expect((await findBacklog(portal.db)).due).toBe(0);
  stopping.abort();
  await following;
}, 30_000);

test('[LIVE-7] the demo customers are the same in the billing system: a first reading finds nothing new', async () => {
  const accounts = demoFile(today).flatMap((line) =>
    'accountNumber' in line && line.type === 'account' ? [line.accountNumber] : [],
  );
  const compared = await compareWithBilling(portal.billing, accounts);
  expect(compared.filter(({ differences }) => differences.length > 0)).toEqual([]);
  await portal.follow();
  expect(await listRefusals(portal.db, 100)).toEqual([]);
}, 60_000);

test('[LIVE-4] while billing is followed, a file may say the same and what billing does not have, and nothing else', async () => {
  expect(await portal.refusedLines(demoFile(today))).toEqual([]);
  const lineOf = (type: string) =>
    demoFile(today).find((line) => line.type === type) as Record<string, unknown>;
  const changed = [
    { ...lineOf('customer'), phoneNumber: '6145559999' },
    { ...lineOf('account'), cycleDay: 28 },
    { ...lineOf('invoice'), dueOn: '2029-01-01' },
    { ...lineOf('payment'), amount: '1.00' },
    { ...lineOf('customer'), pin: '7788', customerId: 'C-NONE' },
    { ...lineOf('login'), nickname: 'Other' },
    { ...lineOf('plan'), name: 'Other' },
  ];
  const reason = 'is not what the billing system says';
  expect((await portal.refusedLines(changed)).toSorted()).toEqual([
    `line 1, phoneNumber: ${reason}`,
    `line 2, cycleDay: ${reason}`,
    `line 3, dueOn: ${reason}`,
    `line 4, amount: ${reason}`,
    `line 5, firstName: ${reason}`,
  ]);
  const pin = { ...lineOf('customer'), pin: '7788' };
  expect(await portal.refusedLines([pin])).toEqual([]);
  expect(await portal.refusedLines([lineOf('customer'), lineOf('login'), lineOf('plan')])).toEqual([]);
});

test('[LIVE-7] files, then billing, then files again: no bill and no payment is there twice', async () => {
  const counts = async () =>
    (
      await portal.pool.query(
        'select (select count(*)::int from invoice) as bills, (select count(*)::int from payment) as payments',
      )
    ).rows;
  await portal.follow();
  const before = await counts();
  await portal.pool.query("update billing_reading set read_at = read_at - interval '1 day'");
  await portal.follow();
  expect(await portal.refusedLines(demoFile(today), false)).toEqual([]);
  expect(await counts()).toEqual(before);
  expect(await portal.brokenChecks()).toEqual([]);
}, 60_000);

test('[LIVE-7] what is late already is told to nobody by a first reading, and by a later one', async () => {
  const enrolled = demoFile(today).find((line) => line.type === 'account' && line.autopay);
  const accountNumber = enrolled?.type === 'account' ? enrolled.accountNumber : '';
  const account_id = (await readRow(portal.db, 'account', { account_number: accountNumber })).id;
  const charges = [{ type: 'usage', description: 'Call', amount: '5.00' }];
  const lateDebtsAfter = async (number: number, isFirst: boolean) => {
    const days = {
      issuedOn: '2026-11-10',
      dueOn: '2026-11-20',
      periodStart: '2026-11-10',
      periodEnd: '2026-11-10',
    };
    const bill = { type: 'invoice', accountNumber, invoiceNumber: `LATE-${number}`, kind: 'manual', ...days };
    const items = [{ description: 'Visit', charges }];
    await portal.loadLines([{ ...bill, items, previousBalance: '0.00', status: 'OPEN' }]);
    const reading = await claimReading(portal.db, account_id, portal.clock.now());
    expect(await readAccount(portal.billing, reading, { isFirst })).toBe('read');
    expect(await listRefusals(portal.db, 100)).toEqual([]);
    return (await readRows(portal.db, 'late_debt', { account_id })).length;
  };
  expect([await lateDebtsAfter(1, true), await lateDebtsAfter(2, false)]).toEqual([0, 1]);
});
