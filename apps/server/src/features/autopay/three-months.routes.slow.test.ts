import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  ana,
  enroll,
  expectMonth,
  expectSamePayments,
  luz,
  plain,
  startMonths,
  storyOf,
} from '../../testing/autopay-months.ts';
import { importLines, liveUntil, mailsTo, monthlyBill, ops, pageOf } from '../../testing/customer-months.ts';
import type { PayingTestPortal } from '../../testing/paying-portal.ts';

// The two months after the one of month.routes.test.ts.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let portal: PayingTestPortal;
beforeAll(async () => {
  portal = await startMonths();
  await enroll(portal, ana, '4242');
  await enroll(portal, luz, '6789');
  await liveUntil(portal, '2026-12-01');
});
afterAll(() => portal.close());

test('[AUTOPAY-4] [RETURN-1] [MAIL-1] December: a declined card is replaced, a second return turns autopay off', async () => {
  await enroll(portal, ana, '0002');
  await liveUntil(portal, '2026-12-05');
  await importLines(portal, [
    monthlyBill(ana, { month: '2026-12', amount: '90.00', previous: '0.00' }),
    monthlyBill(luz, { month: '2026-12', amount: '61.00', previous: '60.00' }),
  ]);
  await liveUntil(portal, '2026-12-23');
  const upcoming = (await mailsTo(portal, luz)).at(-1);
  expect(plain(upcoming?.text ?? '')).toContain('Incluye un saldo vencido de $60.00.');
  expect(await ops(portal, 'autopay-run', '--as-of', '2026-12-26', '--dry-run')).toContain(
    'Would charge $211.00.',
  );
  await liveUntil(portal, '2026-12-27');
  const { autopay, nextCharge } = await (await pageOf(portal, ana)).dashboard();
  expect(autopay.problem).toMatchObject({ code: 'insufficient-funds', date: '2026-12-27', amount: 90 });
  expect(nextCharge).toMatchObject({ date: '2026-12-29', amount: 90 });
  await enroll(portal, ana, '4242');
  await liveUntil(portal, '2027-01-02');
  expect(await storyOf(portal, ana, '2026-12-01')).toEqual([
    '2026-12-01 Autopay is on',
    '2026-12-05 Your bill is ready: $90.00 due Dec 26, 2026',
    '2026-12-23 Autopay will charge $90.00 on Dec 26, 2026',
    '2026-12-26 Autopay could not charge $90.00',
    '2026-12-27 Autopay could not charge $90.00',
    '2026-12-27 Autopay is on',
    '2026-12-28 We received your payment of $90.00',
  ]);
  expect(await storyOf(portal, luz, '2026-12-01')).toEqual([
    '2026-12-05 Su factura está lista: $61.00, vence el 26 de diciembre de 2026',
    '2026-12-23 Su pago automático de $121.00 se cobrará el 26 de diciembre de 2026',
    '2026-12-26 Su pago de $121.00 está en camino',
    '2026-12-28 Su banco devolvió su pago de $121.00',
    '2026-12-28 El pago automático está desactivado: su banco devolvió un pago',
  ]);
  await expectMonth(portal, { ana: 0, luz: 121 });
});

test('[AUTOPAY-4] [MAIL-1] January: both pay by card, and nothing more is owed', async () => {
  await enroll(portal, luz, '1881');
  await liveUntil(portal, '2027-01-05');
  await importLines(portal, [
    monthlyBill(ana, { month: '2027-01', amount: '84.99', previous: '0.00' }),
    monthlyBill(luz, { month: '2027-01', amount: '60.00', previous: '121.00' }),
  ]);
  await liveUntil(portal, '2027-01-30');
  expect(await storyOf(portal, ana, '2027-01-03')).toEqual([
    '2027-01-05 Your bill is ready: $84.99 due Jan 26, 2027',
    '2027-01-23 Autopay will charge $84.99 on Jan 26, 2027',
    '2027-01-26 We received your payment of $84.99',
  ]);
  expect(await storyOf(portal, luz, '2027-01-02')).toEqual([
    '2027-01-02 El pago automático está activado',
    '2027-01-05 Su factura está lista: $60.00, vence el 26 de enero de 2027',
    '2027-01-23 Su pago automático de $181.00 se cobrará el 26 de enero de 2027',
    '2027-01-26 Recibimos su pago de $181.00',
  ]);
  await expectMonth(portal, { ana: 0, luz: 0 });
});

test.each([
  [ana, ['90 4242', '90 0002', '90 0002', '84.99 4242']],
  [luz, ['181 1881', '121 6789', '60 6789']],
] as const)(
  '[API-27] the payments of $name are the same on the page, in the receipt, for the operator, and at the processor',
  (customer, newest) => expectSamePayments(portal, customer, newest),
);
