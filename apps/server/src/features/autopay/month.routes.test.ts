import { expect, test, vi } from 'vitest';
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
import { liveUntil, mailsTo, ops, pageOf } from '../../testing/customer-months.ts';
import { forFile } from '../../testing/for-tests.ts';

// The next two months are in three-months.routes.slow.test.ts.

vi.setConfig({ testTimeout: 600_000 });

const portal = forFile(() => startMonths());

test('[AUTOPAY-4] [RETURN-1] [MAIL-1] [API-27] November: a card is charged, a bank debit comes back', async () => {
  await enroll(portal, ana, '4242');
  await enroll(portal, luz, '6789');
  expect(await ops(portal, 'autopay-run', '--as-of', '2026-11-26', '--dry-run')).toContain(
    'Would charge $144.99.',
  );
  await liveUntil(portal, '2026-11-29');
  expect(await storyOf(portal, ana, '2026-11-24')).toEqual([
    '2026-11-24 Your bill is ready: $84.99 due Nov 26, 2026',
    '2026-11-24 Autopay is on',
    '2026-11-24 Autopay will charge $84.99 on Nov 26, 2026',
    '2026-11-26 We received your payment of $84.99',
  ]);
  expect(await storyOf(portal, luz, '2026-11-24')).toEqual([
    '2026-11-24 Su factura está lista: $60.00, vence el 26 de noviembre de 2026',
    '2026-11-24 El pago automático está activado',
    '2026-11-24 Su pago automático de $60.00 se cobrará el 26 de noviembre de 2026',
    '2026-11-26 Su pago de $60.00 está en camino',
    '2026-11-28 Su banco devolvió su pago de $60.00',
  ]);
  const { autopay, nextCharge, pastDue } = await (await pageOf(portal, luz)).dashboard();
  expect({ pastDue, nextCharge }).toEqual({ pastDue: 60, nextCharge: null });
  expect(autopay.problem).toMatchObject({ amount: 60, date: '2026-11-26', retry_date: null });
  const returned = (await mailsTo(portal, luz)).at(-1);
  expect(plain(returned?.text ?? '')).toContain('devolvió el pago automático del 26 de noviembre de 2026');
  await expectMonth(portal, { ana: 0, luz: 60 });
  await expectSamePayments(portal, ana, ['84.99 4242']);
  await expectSamePayments(portal, luz, ['60 6789']);
});
