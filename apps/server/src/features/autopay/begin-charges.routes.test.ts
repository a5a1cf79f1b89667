import { expect, test } from 'vitest';
import { openProcessors } from '../../gateways/card-processor/open-processors.ts';
import { buildEnrolled, paymentsOf } from '../../testing/autopay.ts';
import { beginLongTransaction } from '../../testing/long-transaction.ts';
import { type Payer, type PayerOptions, payingPortalForFile } from '../../testing/paying-portal.ts';
import { changeRows, insertRow, readRow } from '../../testing/rows.ts';
import type { CollectedAccount } from './autopay-run.rules.ts';
import { runAutopay } from './autopay-run.service.ts';

const runOn = '2026-11-24';
const concurrency = 9;

const settings = { PROCESSOR_TIMEOUT_MS: '5000', AUTOPAY_CONCURRENCY: String(concurrency) };
const portal = payingPortalForFile(settings);

const enrolledDueToday = (options: PayerOptions, dueOn = runOn) =>
  buildEnrolled(portal, { ...options, dueOn });

/** Runs autopay. Returns the summary, and the result of each account, by its id. */
async function run() {
  const collected = new Map<string, CollectedAccount>();
  const context = { ...portal.portal, processors: openProcessors(portal.portal.config) };
  const onAccount = (accountId: string, account: CollectedAccount) => {
    expect(collected.has(accountId)).toBe(false);
    collected.set(accountId, account);
  };
  const summary = await runAutopay(context, { runOn, onAccount });
  return { summary, of: ({ account }: Payer) => collected.get(account.id) };
}

/** Holds an account as another transaction does, until the returned function is called. */
const holdAccount = ({ account }: Payer) =>
  beginLongTransaction(portal.db, (trx) =>
    trx.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().execute(),
  );

test('[AUTOPAY-4] of accounts that begin together each is charged its own amount from its own method, once', async () => {
  const amounts = Array.from({ length: 12 }, (_, index) => 1_000 + index);
  const payers = await Promise.all(amounts.map((cents) => enrolledDueToday({ bills: [cents] })));
  const [expired, held, ...others] = payers as [Payer, Payer, ...Payer[]];
  await changeRows(portal.db, 'payment_method', { id: expired.methodId }, { expires_on: '2026-11-01' });
  const release = await holdAccount(held);
  const first = await run();
  await release();
  expect(first.of(expired)).toEqual({ result: 'failed', amountCents: 0 });
  expect(first.of(held)).toEqual({ result: 'waiting', amountCents: 0 });
  expect(first.summary.accounts).toMatchObject({ paid: 10, failed: 1, waiting: 1, error: 0 });
  expect(first.summary.collectedCents).toBe(amounts.slice(2).reduce((sum, cents) => sum + cents, 0));
  expect((await run()).of(held)).toEqual({ result: 'paid', amountCents: 1_001 });
  for (const [index, payer] of [held, ...others].entries()) {
    const amountCents = 1_001 + index;
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'COMPLETED', amountCents }]);
    expect(await portal.chargesOf(payer)).toMatchObject([{ amountCents }]);
    expect(await portal.balanceCents(payer)).toBe(0);
  }
  expect(await paymentsOf(portal, expired)).toEqual([]);
});

test('[LIVE-6] an account that the billing system charges automatically is not charged here, and again when it does not', async () => {
  const payer = await enrolledDueToday({ bills: [6_001] });
  const { id: account_id } = payer.account;
  await insertRow(portal.db, 'billing_reading', { account_id, is_charged_there: true });
  expect((await run()).of(payer)).toEqual({ result: 'waiting', amountCents: 0 });
  expect(await portal.chargesOf(payer)).toEqual([]);
  await changeRows(portal.db, 'billing_reading', { account_id }, { is_charged_there: false });
  expect((await run()).of(payer)).toEqual({ result: 'paid', amountCents: 6_001 });
});

test('[AUTOPAY-4] a charge that cannot begin holds up no other account, and is made in a later round', async () => {
  const payers = await Promise.all(
    [7_001, 7_002, 7_003].map((cents) => enrolledDueToday({ bills: [cents] })),
  );
  const [broken, ...others] = payers as [Payer, ...Payer[]];
  const method = { id: broken.methodId };
  const setKey = (keyId: string) => changeRows(portal.db, 'payment_method', method, { token_key_id: keyId });
  const { token_key_id: keyId } = await readRow(portal.db, 'payment_method', method);
  await setKey('lost');
  const first = await run();
  expect(first.of(broken)).toEqual({ result: 'error', amountCents: 0 });
  expect(first.summary.accounts).toMatchObject({ paid: 2, error: 1 });
  for (const payer of others) expect(await portal.chargesOf(payer)).toHaveLength(1);
  expect(await paymentsOf(portal, broken)).toEqual([]);
  await setKey(keyId);
  expect((await run()).of(broken)).toEqual({ result: 'paid', amountCents: 7_001 });
  expect(await portal.chargesOf(broken)).toHaveLength(1);
});

test('[AUTOPAY-4] a slow charge holds up no other: the accounts after it are charged meanwhile', async () => {
  const slow = await enrolledDueToday({ processor: 'orbital' });
  const others = await Promise.all(
    Array.from({ length: concurrency }, () => enrolledDueToday({ processor: 'transafe' })),
  );
  await portal.sandbox.control({ processor: 'orbital', mode: 'slow', delayMs: 1_500 });
  const order: string[] = [];
  const context = { ...portal.portal, processors: openProcessors(portal.portal.config) };
  const { accounts } = await runAutopay(context, { runOn, onAccount: (accountId) => order.push(accountId) });
  await portal.sandbox.reset();
  expect(accounts).toMatchObject({ paid: 1 + others.length });
  expect(order.at(-1)).toBe(slow.account.id);
});

test('[AUTOPAY-4] debt from before the enrollment is not due, and an account without a result waits for it', async () => {
  const [before, unknown] = [
    await enrolledDueToday({}, '2026-11-23'),
    await enrolledDueToday({ bills: [8_499, 8_499] }),
  ];
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  await portal.pay({ ...unknown, accessToken: await portal.signIn(unknown.emailAddress) });
  await portal.sandbox.reset();
  const first = await run();
  expect(first.of(before)).toEqual({ result: 'not-due', amountCents: 0 });
  expect(first.of(unknown)).toEqual({ result: 'waiting', amountCents: 0 });
  expect(first.summary.accounts).toMatchObject({ 'not-due': 1, waiting: 1, error: 0, paid: 0 });
  await portal.passTime(60_000);
  await portal.reconcile();
  expect((await run()).of(unknown)).toEqual({ result: 'paid', amountCents: 8_499 });
  expect(await portal.chargesOf(unknown)).toHaveLength(2);
});
