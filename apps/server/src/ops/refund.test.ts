import { expect, test } from 'vitest';
import { payingPortalForFile } from '../testing/paying-portal.ts';
import { buildPaid, givenBack } from '../testing/refunds.ts';
import { readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';
import { listManualReview } from './manual-review.ts';

const portal = payingPortalForFile();
const ops = (...args: string[]) => runOps(portal.settings, args);
const why = ['--reason', 'A day without service', '--by', 'Kim'];

test('[REFUND-1] says what it will do in dollars, item by item, and does it only with --yes', async () => {
  const { payer, paymentId } = await buildPaid(portal, 'orbital');
  const planned = await ops('refund', paymentId, '--amount', '20.00', ...why, '--reopen');
  expect(planned.code).toBe(0);
  expect(planned.out.trim().split('\n')).toEqual([
    '$20.00 goes back to VISA …4242 through orbital.',
    '$64.99 of the payment of $84.99 is left.',
    '$20.00 is owed again.',
    'The customer gets a mail.',
    'Nothing was done: add --yes to do it.',
  ]);
  expect(await readRows(portal.db, 'refund', { payment_id: paymentId })).toEqual([]);
  const done = await ops('refund', paymentId, '--amount', '20.00', ...why, '--reopen', '--yes');
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Refund \S+: \$20\.00 is refunded\.\n$/),
  });
  expect(await givenBack(portal, paymentId)).toEqual([2_000]);
  const { out: shown } = await ops('show', payer.account.accountNumber);
  expect(shown).toMatch(
    /Refunds\n.*\$20\.00 {2}DONE refund on 20\S+ {2}by operator:Kim: A day without service/,
  );
  expect(shown).toMatch(/COMPLETED {2}\$84\.99 {2}refunded \$20\.00/);
});

test('[REFUND-8] each refusal is one sentence with exit code 1, and a figure that cannot be read is named', async () => {
  const { paymentId } = await buildPaid(portal, 'orbital');
  const refused = async (...args: string[]) => {
    const { code, out, err } = await ops('refund', paymentId, ...args);
    expect([code, out]).toEqual([1, '']);
    return err.trim();
  };
  expect(await refused('--amount', '90.00', ...why)).toBe(
    '$84.99 of the payment of $84.99 is left: $90.00 is more',
  );
  expect(await refused(...why, '--yes')).toContain('It would reopen $84.99 of debt');
  expect(await refused('--amount', '-1', ...why)).toContain('dollars above 0');
  expect(await refused('--reason', ' ', '--by', 'Kim', '--reopen', '--yes')).toContain('the reason is empty');
  expect((await ops('refund', 'x', ...why)).err).toContain('look for it with find');
});

test('[REFUND-2] exit code 2 where the processor does not say; manual-review lists it, and settle-refund settles it', async () => {
  const { paymentId } = await buildPaid(portal, 'orbital');
  const unclear = await ops('refund', paymentId, '--amount', '9.13', ...why, '--reopen', '--yes');
  expect(unclear).toMatchObject({ code: 2, out: expect.stringContaining('has not said what came of it') });
  const id = /^Refund (\S+):/.exec(unclear.out)?.[1] ?? '';
  expect(await listManualReview(portal.db, portal.clock.now())).toEqual([]);
  await portal.passTime(16 * 60_000);
  const [line] = await listManualReview(portal.db, portal.clock.now());
  expect(line).toMatch(new RegExp(`^refund ${id} {2}account \\S+ {2}\\$9\\.13 of payment ${paymentId}`));
  expect((await ops('settle-refund', id, '--as', 'refunded', '--by', 'Ann')).err).toContain(
    '--transaction is missing',
  );
  expect(await ops('settle-refund', id, '--as', 'not-refunded', '--by', 'Ann')).toMatchObject({
    code: 0,
    out: `Refund ${id}: not-refunded.\n`,
  });
  expect((await ops('settle-refund', 'x', '--as', 'not-refunded', '--by', 'Ann')).err).toContain(
    'There is no refund x',
  );
});
