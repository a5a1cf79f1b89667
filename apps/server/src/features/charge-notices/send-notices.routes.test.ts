import { afterEach, expect, test } from 'vitest';
import { buildEnrolled, buildPlanned, dashboardOf } from '../../testing/autopay.ts';
import { buildOpening } from '../../testing/builders/opening.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import {
  deliverMail,
  deliverNotices,
  newestNotice,
  restoreInPlace,
  runJobs,
  stopTokenOf,
} from '../../testing/restored-portal.ts';
import { changeRows, readRow } from '../../testing/rows.ts';

// Who is told of which day. The tests start at noon in New York on Nov 24, 2026, after a restore that lost nothing.

const today = '2026-11-24';
const portal = forEachTest(() => startPayingPortal({ SESSION_IDLE_SECONDS: '86400' }));

afterEach(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});

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
  await Promise.all([runJobs(portal, 'charge-notices.send'), runJobs(portal, 'charge-notices.send')]);
  await deliverMail(portal);
  expect((await portal.mailsOf(payer)).filter((name) => name.endsWith('-upcoming'))).toHaveLength(1);
  const token = await stopTokenOf(portal, payer);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await portal.post('/charge-notice/stop', { token })).statusCode).toBe(200);
});
