import { expect, test } from 'vitest';
import {
  accountLine,
  customerLine,
  invoiceLine,
  loginLine,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

const account = (changes: Parameters<typeof accountLine>[0] = {}) =>
  accountLine({ autopay: null, ...changes });
const october = () => invoiceLine({ status: 'OPEN', paidOn: null });
const november = (changes: Parameters<typeof nextInvoiceLine>[0] = {}) =>
  nextInvoiceLine({ previousBalance: '84.99', ...changes });
const mails = () =>
  desk.rows<{ recipient: string; payload: Record<string, unknown> }>(
    'select recipient, template, language, payload, state from outbox',
  );

test('[MAIL-1] a bill that comes after its account is mailed about once, in the customer’s language', async () => {
  await desk.importWell(planLine(), customerLine(), account(), october());
  expect(await mails()).toEqual([]);
  await desk.importWell(november());
  await desk.importWell(november());
  await desk.importWell(november({ dueOn: '2026-11-28' }));
  const [bill] = await desk.rows("select id from invoice where invoice_number = 'I2'");
  const payload = {
    invoiceId: bill?.id,
    accountEnding: 'A1',
    openCents: 8_499,
    dueOn: '2026-11-26',
    periodStart: '2026-11-05',
    periodEnd: '2026-12-04',
    totalCents: 16_998,
    pastDueCents: 8_499,
    hasAutopay: false,
    giftCard: { eligibleDate: '2026-10-01', isApplied: false, isEligible: true },
  };
  const mail = { recipient: 'ana@example.com', template: 'bill-ready', language: 'es', state: 'WAITING' };
  expect(await mails()).toEqual([{ ...mail, payload }]);
});

test('[MAIL-1] an earlier bill that was not due yet when the new one was issued is owed, but not past due', async () => {
  await desk.importWell(planLine(), customerLine(), account());
  await desk.importWell(invoiceLine({ status: 'OPEN', paidOn: null, dueOn: '2026-11-05' }));
  await desk.importWell(november());
  expect(await mails()).toMatchObject([{ payload: { totalCents: 16_998, pastDueCents: 0 } }]);
});

test('[MAIL-1] the history that comes along with an account is not mailed about, but a first bill is', async () => {
  await desk.importWell(planLine(), customerLine(), account(), october(), november());
  expect(await mails()).toEqual([]);
  const paid = {
    ...paymentLine({ accountNumber: 'A3', methodExternalId: null, appliedTo: [] }),
    method: { methodType: 'custom', cardType: 'CHECK' },
  };
  const october3 = { accountNumber: 'A3', invoiceNumber: 'I5' };
  const november3 = { accountNumber: 'A3', invoiceNumber: 'I6', previousBalance: '0.00' };
  await desk.importWell(account({ accountNumber: 'A3' }), invoiceLine(october3), november(november3), paid);
  expect(await mails()).toEqual([]);
  const next = { accountNumber: 'A2', invoiceNumber: 'I3', previousBalance: '0.00' };
  await desk.importWell(account({ accountNumber: 'A2' }), november(next));
  expect((await mails()).map(({ payload }) => payload.accountEnding)).toEqual(['A2']);
});

test('[MAIL-1] of several new bills only the newest is mailed about, and only before its due date', async () => {
  await desk.importWell(planLine(), customerLine(), account());
  await desk.importWell(october(), november());
  expect((await mails()).map(({ payload }) => payload.dueOn)).toEqual(['2026-11-26']);
  const later = { invoiceNumber: 'I3', periodStart: '2026-09-05', issuedOn: '2026-09-05' };
  await desk.importWell(account({ accountNumber: 'A2' }));
  await desk.importWell(invoiceLine({ ...later, accountNumber: 'A2', status: 'OPEN', paidOn: null }));
  expect(await mails()).toHaveLength(1);
});

test.each([
  ['EMAIL', 1],
  ['PAPER_EMAIL', 1],
  ['PAPER', 0],
] as const)('[MAIL-1] a customer who gets bills by %s gets mails about them: %i', async (billType, count) => {
  await desk.importWell(planLine(), customerLine(), account({ billType }));
  await desk.importWell(october(), november());
  expect(await mails()).toHaveLength(count);
});

test('[MAIL-1] without an address of the customer the primary login gets the mail, which knows autopay', async () => {
  await desk.importWell(planLine(), customerLine({ emailAddress: null }), methodLine(), accountLine());
  await desk.importWell(
    loginLine({ emailAddress: 'member@example.com', accounts: [{ accountNumber: 'A1', role: 'member' }] }),
  );
  await desk.importWell(november({ previousBalance: '0.00' }));
  expect(await mails()).toEqual([]);
  await desk.importWell(loginLine());
  const december = {
    invoiceNumber: 'I3',
    issuedOn: '2026-11-20',
    periodStart: '2026-12-05',
    periodEnd: '2027-01-04',
  };
  await desk.importWell(november({ ...december, dueOn: '2026-12-10' }));
  expect(await mails()).toMatchObject([{ recipient: 'ana@example.com', payload: { hasAutopay: true } }]);
});

test('[MAIL-1] a bill that credit pays has nothing to pay, and a dry run mails nobody', async () => {
  await desk.importWell(planLine(), customerLine(), account());
  const lines = [november({ previousBalance: '-100.00', status: 'CLOSED' })];
  await desk.importLines(lines, { isDryRun: true });
  expect(await mails()).toEqual([]);
  await desk.importWell(...lines);
  expect(await mails()).toMatchObject([{ payload: { openCents: 0, totalCents: -1_501 } }]);
});
