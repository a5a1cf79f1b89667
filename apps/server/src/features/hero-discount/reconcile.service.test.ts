import { expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import {
  apply,
  type BuiltApplicant,
  buildApplicant,
  hasDiscount,
  tracesOf,
  verificationsOf,
} from '../../testing/hero-applicants.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';

const portal = forFile(() =>
  startPayingPortal({ VERIFYPASS_TIMEOUT_MS: '1000', HERO_APPLICATIONS_PER_LOGIN: '1000' }),
);

const day = 86_400_000;
const run = () => runJobs(portal, 'hero-discount.reconcile');

/** Applies, and is verified in the widget. Nothing tells the portal: nobody listens where the sandbox calls. */
async function verify(applicant: BuiltApplicant, outcome = 'never'): Promise<void> {
  const { url } = (await apply(portal, applicant)).json();
  const body = new URLSearchParams({ community: 'fir', outcome });
  const response = await fetch(url, { method: 'POST', body });
  expect(response.status).toBe(200);
}

const isApplied = (applicant: BuiltApplicant) => hasDiscount(portal, applicant);

test('[HERO-2] the report’s verifications count as their callbacks would have, once', async () => {
  const applicant = await buildApplicant(portal);
  const rejected = await buildApplicant(portal);
  await verify(applicant);
  await verify(rejected, 'rejected');
  await run();
  await run();
  expect([await isApplied(applicant), await isApplied(rejected)]).toEqual([true, false]);
  const { mails } = await tracesOf(portal, applicant);
  expect(mails.map(({ template }) => template)).toEqual(['hero-discount-applied']);
});

test('[HERO-2] a callback after the report, and a report after the callback, change nothing', async () => {
  const applicant = await buildApplicant(portal);
  await verify(applicant);
  const listed = (await (await fetch(`${portal.sandbox.url}/verifications.json`)).json()) as { at: string }[];
  const time = listed[0]?.at.slice(0, 19).replace('T', ' ');
  const row = { email: applicant.address, time, group_short: 'fir', widget_key: 'test-widget' };
  const send = () =>
    portal.inject({
      method: 'POST',
      url: '/myaccount/hooks/verify-pass',
      headers: { 'x-vfyps-key': 'test-eligibility-key' },
      payload: { data: [row] },
    });
  await send();
  await run();
  await send();
  expect((await tracesOf(portal, applicant)).mails).toHaveLength(1);
  expect(await verificationsOf(portal, applicant.address)).toHaveLength(1);
});

test('[HERO-2] every page of the report is read', { timeout: 60_000 }, async () => {
  await portal.passTime(10 * day);
  const applicants = await Promise.all(Array.from({ length: 4 }, () => buildApplicant(portal)));
  const [first, ...others] = applicants as [BuiltApplicant, ...BuiltApplicant[]];
  for (let count = 0; count < 249; count += 1) await verify(first);
  for (const other of others) await verify(other);
  await run();
  expect(await Promise.all(applicants.map(isApplied))).toEqual([true, true, true, true]);
});

test('[HERO-2] a service that is away changes nothing, and the next round finds what is missing', async () => {
  await portal.passTime(10 * day);
  const applicant = await buildApplicant(portal);
  await verify(applicant);
  for (const mode of ['down', 'lose-answers', 'hop', 'black-hole'] as const) {
    await portal.sandbox.control({ processor: 'verify-pass', mode, status: 200, calls: 1 });
    await run();
    expect(await isApplied(applicant)).toBe(false);
  }
  await portal.sandbox.reset();
  await run();
  expect(await isApplied(applicant)).toBe(true);
});
