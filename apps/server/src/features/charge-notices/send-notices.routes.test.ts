import { expect, test } from 'vitest';
import { buildEnrolled, buildPlanned, dashboardOf, enrollPayer } from '../../testing/autopay.ts';
import { buildOpening } from '../../testing/builders/opening.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { payingPortalForEachTest } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import {
  deliverMail,
  deliverNotices,
  newestNotice,
  passDays,
  restoreInPlace,
  stopTokenOf,
} from '../../testing/restored-portal.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import { sendNotices } from './send-notices.service.ts';

// Who is told of which day. The tests start at noon in New York on Nov 24, 2026, after a restore that lost nothing.

const today = '2026-11-24';
const portal = payingPortalForEachTest({ SESSION_IDLE_SECONDS: '86400' });

const subject = 'Autopay will charge $84.99 on Nov 27, 2026';

test('[RESTORE-1] the days are business days: a mail of the evening counts for that day', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  await restoreInPlace(portal);
  await portal.passTime(9 * 3_600_000);
  await deliverNotices(portal);
  expect((await newestNotice(portal, payer)).subject).toBe(subject);
  expect((await dashboardOf(portal, payer)).nextCharge?.date).toBe('2026-11-27');
});

test('[RESTORE-1] a payment that is planned for later keeps its day', async () => {
  const { payer, id } = await buildPlanned(portal);
  await changeRows(portal.db, 'payment', {}, { planned_for: '2026-12-03' });
  await restoreInPlace(portal);
  await deliverNotices(portal);
  expect(await readRow(portal.db, 'payment', { id })).toMatchObject({ planned_for: '2026-12-03' });
  expect((await newestNotice(portal, payer)).subject).toMatch(/on Dec 03, 2026$/);
});

test('[RESTORE-1] what is owed from before the first bill is announced, too', async () => {
  const payer = await buildEnrolled(portal, { dueOn: '2026-12-20' });
  await changeRows(portal.db, 'invoice', {}, { issued_on: today });
  await buildOpening(portal.db, payer.account, { amountCents: 1_200, dueOn: today });
  await restoreInPlace(portal);
  await deliverNotices(portal);
  expect((await newestNotice(portal, payer)).subject).toBe('Autopay will charge $12.00 on Nov 27, 2026');
});

test('[RESTORE-1] two servers announce a charge once, by a link that stops it', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  await restoreInPlace(portal);
  await Promise.all([sendNotices(portal.portal), sendNotices(portal.portal)]);
  await deliverMail(portal);
  expect((await portal.mailsOf(payer)).filter((name) => name.endsWith('-upcoming'))).toHaveLength(1);
  const token = await stopTokenOf(portal, payer);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await portal.post('/charge-notice/stop', { token })).statusCode).toBe(200);
});

test('[RESTORE-1] after two restores on one day, a charge is announced twice', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  await restoreInPlace(portal);
  await deliverNotices(portal);
  const before = await stopTokenOf(portal, payer);
  await portal.passTime(3_600_000);
  await restoreInPlace(portal);
  await deliverNotices(portal);
  expect(await stopTokenOf(portal, payer)).not.toBe(before);
});

test('[RESTORE-1] a plan whose customer was not told is not charged, also when its day came while nobody could be told', async () => {
  const { payer } = await buildPlanned(portal);
  await restoreInPlace(portal);
  await portal.passTime(4 * 86_400_000);
  await runJobs(portal, 'payments.charge-planned');
  expect(await portal.chargesOf(payer)).toEqual([]);
});

test('[RESTORE-1] a stopped charge of autopay is not made with another method either', async () => {
  const payer = await buildEnrolled(portal, { dueOn: '2026-11-27' });
  await restoreInPlace(portal);
  await deliverNotices(portal);
  await portal.post('/charge-notice/stop', { token: await stopTokenOf(portal, payer) });
  const other = await buildMethod(portal.portal, payer.account, {
    token: 'visa-4242-other',
    method: { is_default: false },
  });
  await enrollPayer(portal, { ...payer, methodId: other.id });
  await passDays(portal, 5);
  expect(await portal.chargesOf(payer)).toEqual([]);
});
