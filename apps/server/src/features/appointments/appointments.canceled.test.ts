import { afterEach, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import {
  callFieldService,
  type PlannedVisit,
  planVisit,
  progressVisit,
  readVisit,
  timesOf,
  tracesOfVisit,
  type WireTime,
} from '../../testing/visits.ts';
import { textPurpose } from '../texts/texts.service.ts';

const portal = forFile(() => startPayingPortal());
afterEach(() => portal.sandbox.reset());

const hour = 3_600_000;
const plan = (options?: Parameters<typeof planVisit>[2]) => planVisit(portal, portal.sandbox, options);
const set = (visit: PlannedVisit, jobStatus: Parameters<typeof progressVisit>[3]) =>
  progressVisit(portal, portal.sandbox, visit, jobStatus);
const templatesOf = async (visit: PlannedVisit) =>
  (await tracesOfVisit(portal, visit)).mails.map(({ template }) => template);
const linksOf = ({ accountId }: PlannedVisit) =>
  readRows(portal.db, 'appointment_link', { account_id: accountId });

test('[SMS-1] a canceled visit is announced once, and makes no link', async () => {
  const visit = await plan();
  expect(await set(visit, 'Cancelled')).toBe('applied');
  expect(await set(visit, 'Cancelled')).toBe('applied');
  expect(await templatesOf(visit)).toEqual(['appointment-canceled']);
  expect(await linksOf(visit), 'only the one that the test made').toHaveLength(1);
  expect(await readVisit(portal, visit.token)).toMatchObject({ jobStatus: 'Cancelled' });
});

test('[SMS-1] a visit that is on again is announced, and canceled again it is announced again', async () => {
  const visit = await plan();
  for (const status of ['Cancelled', 'Ready', 'Cancelled'] as const) await set(visit, status);
  expect(await templatesOf(visit)).toEqual([
    'appointment-canceled',
    'appointment-made',
    'appointment-canceled',
  ]);
});

test('[SMS-1] a visit whose time is over is canceled without a word', async () => {
  const visit = await plan({ startsAt: new Date(portal.clock.now().getTime() - 3 * hour) });
  expect(await set(visit, 'Cancelled')).toBe('applied');
  expect(await templatesOf(visit)).toEqual([]);
});

test('[SMS-1] a customer who wants texts gets one, with the time that is off and without a link', async () => {
  const visit = await plan();
  const { id, customerNumber } = visit.login.account;
  await changeRows(portal.db, 'account', { id }, { notification_preference: 'Text' });
  const customer = { customer_number: customerNumber };
  await changeRows(portal.db, 'customer', customer, { phone_number: '6145550188' });
  // A move without a notification: the customer knows the previous time.
  const [{ start: startDateTime, end: endDateTime }] = (await timesOf(portal, visit.token)) as [WireTime];
  const path = `/appointment/${visit.externalId}`;
  const moved = await callFieldService(portal.sandbox, 'PATCH', path, {
    validFor: { startDateTime, endDateTime },
  });
  expect(moved.status).toBe(200);
  await set(visit, 'Cancelled');
  expect(await templatesOf(visit)).toEqual([]);
  const texts = await readRows(portal.db, 'text_message', { account_id: visit.accountId });
  const [text, ...others] = texts;
  expect([text?.kind, text?.topic, others]).toEqual(['appointment-canceled', `appointment:${visit.id}`, []]);
  const sealed = { bytes: text?.payload_sealed ?? Buffer.alloc(0), keyId: text?.payload_key_id ?? '' };
  const values = JSON.parse(portal.portal.secrets.open(sealed, textPurpose));
  expect(values).toMatchObject({ startsAt: '2026-11-29T17:00:00.000Z', endsAt: '2026-11-29T19:00:00.000Z' });
  expect(values.url).toBeUndefined();
});
