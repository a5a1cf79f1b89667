import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeDirectly } from '../testing/charge-directly.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../testing/paying-portal.ts';
import { runOps } from '../testing/run-ops.ts';

const minute = 60_000;
const lostReference = '4000000000000077';

let portal: PayingTestPortal;
let folder: string;
beforeAll(async () => {
  portal = await startPayingPortal({ SESSION_IDLE_SECONDS: '86400' });
  folder = mkdtempSync(join(tmpdir(), 'settlement-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.close();
});

/** Runs the command like an operator. */
const reconcile = (...args: string[]) => runOps(portal.settings, ['reconcile-processor', ...args]);

async function paymentOf(payer: Payer) {
  return await portal.db
    .selectFrom('payment')
    .select(['id', 'state', 'processor_reference as reference', 'manual_review_reason as reason'])
    .where('account_id', '=', payer.account.id)
    .executeTakeFirstOrThrow();
}

const since = () => new Date(portal.clock.now().getTime() - 30 * minute).toISOString();

test('[CHARGE-3] TranSafe: lists what its report has and we do not, and sends it to a person', async () => {
  const agreed = await portal.buildPayer({ processor: 'transafe' });
  await portal.pay(agreed);
  await portal.passTime(31 * minute);
  await portal.pay(await portal.buildPayer({ processor: 'transafe' }));
  await chargeDirectly(portal, 'transafe', { reference: lostReference });
  await chargeDirectly(portal, 'transafe', { reference: 'COUNTER-12' });
  const failed = await portal.buildPayer({ processor: 'transafe', token: 'visa-4242-unsent' });
  await portal.pay(failed);
  await portal.passTime(2 * minute);
  await portal.reconcile();
  await chargeDirectly(portal, 'transafe', { reference: (await paymentOf(failed)).reference ?? '' });
  const unknown = await portal.buildPayer({ processor: 'transafe' });
  await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers', calls: 1 });
  await portal.pay(unknown);

  const { code, out } = await reconcile('--since', since(), '--json');
  expect(code).toBe(2);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ processor: 'transafe', charges: 5, others: 1, unreadable: [] });
  const findings = report.findings.map((finding: { charge: { reference: string } }) => [
    finding.charge.reference,
    finding,
  ]);
  const byReference = new Map(findings);
  expect(byReference.size).toBe(3);
  expect(byReference.get(lostReference)).toMatchObject({
    discrepancy: 'unknown-here',
    charge: { amountCents: 8_499, lastFour: '4242', at: expect.any(String), transaction: expect.any(String) },
    paymentId: null,
  });
  const stored = { failed: await paymentOf(failed), unknown: await paymentOf(unknown) };
  expect(byReference.get(stored.failed.reference)).toMatchObject({
    discrepancy: 'not-charged-here',
    paymentId: stored.failed.id,
    state: 'PROCESSING_ERROR',
  });
  expect(stored.failed.reason).toContain('although the payment failed here');
  // An unknown payment is looked up in the usual way.
  expect(byReference.get(stored.unknown.reference)).toMatchObject({
    discrepancy: 'no-result-here',
    state: 'COMPLETED',
  });
  expect(stored.unknown.state).toBe('COMPLETED');

  const again = await reconcile('--since', since());
  expect(again.code).toBe(2);
  expect(again.out).toMatch(
    /^unknown-here {6}order 4000000000000077 {2}\$84\.99 {2}\S+Z {2}…4242 {2}transaction \d+/m,
  );
  expect(again.out).toContain(
    'transafe: 4 charges made here and 0 refunds, 2 of them differ; 1 made elsewhere.',
  );
  expect(again.out).toContain('Orbital was not checked');
});

test('[CHARGE-3] Orbital: reads a settlement file and names every line that it cannot read', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  await portal.pay(payer);
  const other = await portal.buildPayer({ processor: 'orbital' });
  await portal.pay(other);
  const [own, larger] = [await paymentOf(payer), await paymentOf(other)];
  const at = portal.clock.now().toISOString();
  const [charge] = await portal.chargesOf(payer);
  const lines = [
    '\uFEFFcharged_at,amount,order_number,card_last_four,batch,transaction,currency',
    `${at},84.99,${own.reference},4242,7,${charge?.id}`,
    `${at},"84.90",${larger.reference},4242,7,`,
    `${at},12.34,${lostReference},1117,7,TX9`,
    `2020-01-01T00:00:00Z,12.34,COUNTER-12,1117,7,TX8`,
    '',
    `${at},twelve,4000000000000079,1117,7,TX7`,
    `yesterday,12.34,4000000000000079,1117,7,TX7`,
    `${at},12.34,,1117,7,TX7`,
    `${at},-12.34,4000000000000079,1117,7,TX7`,
    `${at},12.34,4000000000000079,17,7,TX7`,
    `${at},12.34,4000000000000079,1117,7,TX7,MXN`,
  ];
  const file = join(folder, 'settlement.csv');
  writeFileSync(file, lines.join('\r\n'));
  const { code, out, err } = await reconcile('--file', file);
  expect(code).toBe(1);
  expect(out.split('\n').filter((line) => line.includes('order '))).toEqual([
    expect.stringMatching(new RegExp(`^other-amount .* order ${larger.reference} .*\\$84\\.90`)),
    expect.stringMatching(new RegExp(`^unknown-here .* order ${lostReference} .*\\$12\\.34.*…1117.*TX9`)),
  ]);
  expect(
    err
      .split('\n')
      .filter(Boolean)
      .map((line) => /line (\d+): (\w+)/.exec(line)?.slice(1)),
  ).toEqual([
    ['7', 'amount'],
    ['8', 'charged_at'],
    ['9', 'order_number'],
    ['10', 'amount'],
    ['11', 'card_last_four'],
    ['12', 'currency'],
  ]);
  expect((await paymentOf(other)).reason).toContain('with another amount');
  expect((await paymentOf(payer)).reason).toBeNull();
  await portal.db
    .updateTable('payment')
    .set({ manual_review_reason: 'Kim is on it' })
    .where('id', '=', larger.id)
    .execute();
  await reconcile('--file', file);
  expect((await paymentOf(other)).reason).toBe('Kim is on it');
});

test.each([
  ['a missing file', undefined, 'no such file'],
  ['a file without its columns', 'order_number,amount\n1,2\n', 'the header lacks charged_at'],
])('[CHARGE-3] %s is refused in one sentence', async (_word, content, sentence) => {
  const file = join(folder, 'wrong.csv');
  if (content) writeFileSync(file, content);
  const { code, err } = await reconcile('--file', file);
  expect(code).toBe(1);
  expect(err).toContain(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('[CHARGE-3] a report that cannot be read is refused in one sentence, and so is a time without a zone', async () => {
  await portal.sandbox.control({ processor: 'transafe', mode: 'down' });
  const away = await reconcile('--since', since());
  expect(away).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^TranSafe's \S+ cannot be read: HTTP 503\n$/),
  });
  await portal.sandbox.reset();
  expect((await reconcile('--since', '2026-11-24')).err).toContain('It must be a time with its zone');
});

test('[CHARGE-3] exit code 0 when everything agrees', async () => {
  await portal.passTime(31 * minute);
  await portal.pay(await portal.buildPayer({ processor: 'transafe' }));
  expect(await reconcile('--since', since())).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 charges made here and 0 refunds, 0 of them differ'),
  });
});
