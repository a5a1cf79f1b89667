import { expect, test } from 'vitest';
import { returnPayment } from '../features/reconciliation/returns.service.ts';
import { enrollPayer, paymentsOf, runAutopayJobs } from '../testing/autopay.ts';
import { buildEnrollment } from '../testing/builders/payment-method.ts';
import { forFile } from '../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../testing/paying-portal.ts';
import { changeRows } from '../testing/rows.ts';
import { showAccount } from './show.ts';

const twoDays = 2 * 86_400_000;
const time = '2026-11-\\d\\dT[\\d:.]+Z';

const portal = forFile(() => startPayingPortal({ AUTOPAY_RETRY_DAYS: '1,3', PROCESSOR_TIMEOUT_MS: '5000' }));

function show({ account }: Payer): Promise<string> {
  return showAccount(portal.portal, account.accountNumber);
}

/** Returns the rows below a heading. */
function rowsOf(page: string, heading: string): string[] {
  const section = page.split('\n\n').find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section.split('\n  ').slice(1);
}

test('[OPS-2] before anything was set up, every section says that there is none', async () => {
  const page = await show(await portal.buildPayer());
  expect(page).toContain('autopay is off\n');
  for (const heading of ['Autopay enrollments', 'Autopay charges', 'Planned payments', 'Returned payments'])
    expect(page).toContain(`${heading}: none`);
});

test('[OPS-2] tells since when autopay is on, what was agreed to, what comes next, and what is planned', async () => {
  const payer = await portal.buildPayer();
  const planned = await portal.pay(payer, { amount: 20, payment_date: '2026-11-25' });
  const { id } = planned.json();
  await enrollPayer(portal, payer);
  const page = await show(payer);
  expect(page).toContain('autopay is on; next charge $64.99 on 2026-11-26\n');
  const agreed = `agreed to version 1 en ${time}`;
  expect(rowsOf(page, 'Autopay enrollments')).toEqual([
    expect.stringMatching(`^on ${time}  still on  VISA …4242  ${agreed}$`),
  ]);
  expect(rowsOf(page, 'Planned payments')).toEqual([
    expect.stringMatching(`^2026-11-25  \\$20\\.00  VISA …4242  planned ${time}  ${id}$`),
  ]);
});

test('[OPS-2] tells each attempt of autopay and why it failed, and the enrollments before', async () => {
  const declined = await portal.buildPayer({ token: 'declined' });
  const bank = await portal.buildPayer({ kind: 'bank' });
  await enrollPayer(portal, declined);
  await enrollPayer(portal, bank);
  await portal.passTime(twoDays);
  await runAutopayJobs(portal);
  const [failed] = await paymentsOf(portal, declined);
  expect(rowsOf(await show(declined), 'Autopay charges')).toEqual([
    `2026-11-26  due 2026-11-26  attempt 1  $84.99  PROCESSING_ERROR  declined  next attempt 2026-11-27  ${failed?.id}`,
  ]);
  const [debit] = await paymentsOf(portal, bank);
  const returned = { paymentId: debit?.id ?? '', reason: 'unauthorized', text: 'R10', by: 'kim' } as const;
  expect(await returnPayment(portal.portal, returned)).toBeUndefined();
  await runAutopayJobs(portal);
  const page = await show(bank);
  expect(page).toContain('autopay is off\n');
  expect(rowsOf(page, 'Autopay enrollments')).toEqual([
    expect.stringMatching(`^on ${time}  off ${time}  ACH …6789  agreed to version 1 en`),
  ]);
  expect(rowsOf(page, 'Returned payments')).toEqual([
    expect.stringMatching(
      `^${time}  paid 2026-11-26  \\$84\\.99  ACH …6789  unauthorized  R10  ${debit?.id}$`,
    ),
  ]);
});

test('[OPS-2] names enrollments that were imported, and accounts that the bank does not know', async () => {
  const payer = await portal.buildPayer();
  await buildEnrollment(portal.db, payer.account, { id: payer.methodId });
  await changeRows(portal.db, 'payment_method', { account_id: payer.account.id }, { is_valid: false });
  const page = await show(payer);
  expect(rowsOf(page, 'Autopay enrollments')[0]).toContain('still on  VISA …4242  imported, without consent');
  expect(rowsOf(page, 'Saved methods')[0]).toContain('unknown to its bank');
});
