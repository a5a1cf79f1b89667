import { afterEach, describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { recordingLog, runJobs, startTestPortal } from '../../testing/portal.ts';
import { readRow, readRows } from '../../testing/rows.ts';
import { listMails } from '../../testing/traces.ts';
import {
  book,
  planVisit,
  readVisit,
  setProgress,
  timesOf,
  tracesOfVisit,
  type WireTime,
} from '../../testing/visits.ts';

const keyBefore = 'hook-key-before-0123456789-0123456789';
const hooks = '/myaccount/hooks/field-service';
const url = `${hooks}/test-field-service-hook-key-00001`;

const portal = forFile(() => startPayingPortal({ FIELD_SERVICE_PREVIOUS_HOOK_KEY: keyBefore }));
afterEach(() => portal.sandbox.reset());

const hour = 3_600_000;
let events = 0;

interface EventFields {
  readonly externalId: string;
  readonly account?: string;
  readonly type?: string;
  readonly id?: string;
  /** Milliseconds after now. */
  readonly updated?: number;
  readonly startsInHours?: number;
  readonly more?: object;
}

/** An event as the service sends it, with members that nobody here knows. */
function eventOf(fields: EventFields) {
  const {
    externalId,
    account,
    type = 'AppointmentStateChangeEvent',
    updated = 0,
    startsInHours = 120,
  } = fields;
  events += 1;
  const now = portal.clock.now().getTime();
  const at = (ms: number) => new Date(now + ms).toISOString();
  return {
    eventId: fields.id ?? `event-${events}`,
    eventTime: at(updated),
    eventType: type,
    domain: 'appointment',
    timeOcurred: at(updated),
    event: {
      appointment: {
        id: externalId,
        category: 'repair',
        status: 'confirmed',
        lastUpdate: at(updated),
        validFor: {
          startDateTime: at(startsInHours * hour),
          endDateTime: at((startsInHours + 2) * hour),
        },
        relatedEntity: [
          { id: 'x', role: 'other' },
          ...(account ? [{ id: account, role: 'account', '@referredType': 'BillingAccount' }] : []),
        ],
        '@type': 'TechnicianAppointment',
        calendarEvent: { anything: [1] },
        ...fields.more,
      },
    },
  };
}

const send = (body: unknown, to = url) =>
  portal.inject({
    method: 'POST',
    url: to,
    payload: body as object,
    headers: { 'content-type': 'application/json' },
  });
const received = async (body: unknown) => (await send(body)).json().received;
const plan = (options?: Parameters<typeof planVisit>[2]) => planVisit(portal, portal.sandbox, options);
const templatesOf = async (visit: Parameters<typeof tracesOfVisit>[1]) =>
  (await tracesOfVisit(portal, visit)).mails.map(({ template }) => template);

describe('events of the field service', () => {
  test('[SCHEDULE-4, SMS-1] the technician sets out: progress, name, arrival, and one mail', async () => {
    const { externalId, ...visit } = await plan();
    const now = portal.clock.now().getTime();
    const arrival = {
      earliest: new Date(now + 600_000).toISOString(),
      latest: new Date(now + 1_500_000).toISOString(),
    };
    const more = { jobStatus: 'En Route', technician: { givenName: 'Luis' }, arrival };
    const event = eventOf({ externalId, more });
    expect(await received(event)).toBe('applied');
    expect(await received(event)).toBe('repeated');
    expect(await readVisit(portal, visit.token)).toMatchObject({
      jobStatus: 'En Route',
      techFirstName: 'Luis',
      shortestArrivalETA: arrival.earliest,
      longestArrivalETA: arrival.latest,
    });
    expect(await templatesOf(visit)).toEqual(['technician-on-the-way']);
    const { audited } = await tracesOfVisit(portal, visit);
    expect(audited).toEqual([{ action: 'appointments.progressed', actor: 'system' }]);
  });

  test('[SCHEDULE-4] whatever order events arrive in, the visit ends as the service has it', async () => {
    const steps = ['Dispatch', 'En Route', 'In Progress', 'Complete'];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
      [2, 0, 3, 1],
    ]) {
      const { externalId, ...visit } = await plan();
      for (const step of order) {
        await send(eventOf({ externalId, updated: (step + 1) * 1_000, more: { jobStatus: steps[step] } }));
      }
      const { visit: row } = await tracesOfVisit(portal, visit);
      expect(row.job_status, order.join()).toBe('Complete');
      expect(row.closed_at).not.toBeNull();
    }
  });

  test('[SCHEDULE-4, SMS-1] one event that arrives many times at once is applied, audited, and told once', async () => {
    const { externalId, ...visit } = await plan();
    const event = eventOf({ externalId, more: { jobStatus: 'En Route' } });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => received(event)));
    expect(outcomes.sort()).toEqual(['applied', ...Array(7).fill('repeated')]);
    const { audited } = await tracesOfVisit(portal, visit);
    expect(audited).toEqual([{ action: 'appointments.progressed', actor: 'system' }]);
    expect(await templatesOf(visit)).toEqual(['technician-on-the-way']);
  });

  test('[SCHEDULE-4, SMS-1] two events about a new visit at once make one visit, told once', async () => {
    const { account } = await buildLogin(portal.db);
    const made = { externalId: 'made-at-once', account: account.accountNumber };
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => received(eventOf(made))));
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
    const [visit, ...others] = await readRows(portal.db, 'appointment', { account_id: account.id });
    expect(others).toEqual([]);
    expect(await templatesOf({ id: visit?.id ?? '', accountId: account.id })).toEqual(['appointment-made']);
  });

  test('[SCHEDULE-4] of two events with one time the first counts', async () => {
    const { externalId, ...visit } = await plan();
    expect(await received(eventOf({ externalId, more: { jobStatus: 'En Route' } }))).toBe('applied');
    expect(await received(eventOf({ externalId, more: { jobStatus: 'Ready' } }))).toBe('stale');
    expect((await tracesOfVisit(portal, visit)).visit.job_status).toBe('En Route');
  });

  test('[SCHEDULE-4] an event without the extension still tells the progress', async () => {
    for (const [status, jobStatus] of [
      ['initialized', 'Ready'],
      ['confirmed', 'Dispatch'],
      ['completed', 'Complete'],
      ['cancelled', 'Cancelled'],
      ['failed', 'Cancelled'],
    ]) {
      const { externalId, ...visit } = await plan();
      await send(eventOf({ externalId, more: { status } }));
      expect((await tracesOfVisit(portal, visit)).visit.job_status, status).toBe(jobStatus);
    }
    const { externalId, ...visit } = await plan();
    await send(eventOf({ externalId, type: 'AppointmentDeleteEvent' }));
    expect((await tracesOfVisit(portal, visit)).visit.job_status).toBe('Cancelled');
  });

  test('[SMS-1] the provider makes or moves a visit: it is stored, audited, and told with a link', async () => {
    const { account } = await buildLogin(portal.db);
    const made = eventOf({
      externalId: 'made-1',
      account: account.accountNumber,
      type: 'AppointmentCreateEvent',
      more: { category: 'installation', status: 'initialized' },
    });
    expect(await received(made)).toBe('made');
    const { id } = await readRow(portal.db, 'appointment', { external_id: 'made-1' });
    const visit = { id, accountId: account.id };
    expect((await tracesOfVisit(portal, visit)).visit).toMatchObject({
      kind: 'installation',
      job_status: 'Ready',
    });
    const moved = eventOf({ externalId: 'made-1', updated: 1_000, startsInHours: 48 });
    expect(await received(moved)).toBe('applied');
    const { audited, mails } = await tracesOfVisit(portal, visit);
    expect(mails.map(({ template }) => template)).toEqual(['appointment-made', 'appointment-moved']);
    expect(audited.map(({ action }) => action)).toEqual([
      'appointments.made',
      'appointments.moved',
      'appointments.progressed',
    ]);
  });

  test('a visit of an account that is not known is stored nowhere, and told to the log', async () => {
    const event = eventOf({ externalId: 'nobody-1', account: 'no-such-account' });
    expect(await received(event)).toBe('unknown-account');
    expect(await readRows(portal.db, 'appointment', { external_id: 'nobody-1' })).toEqual([]);
  });

  test('[SMS-1] for a customer without an address, the primary logins are notified, in their language', async () => {
    const account = await buildAccount(portal.db, { customer: { email_address: null, language: 'es' } });
    const { emailAddress } = await buildLogin(portal.db, { account });
    await send(eventOf({ externalId: 'made-2', account: account.accountNumber }));
    expect(await listMails(portal, { account })).toMatchObject([{ recipient: emailAddress, language: 'es' }]);
  });

  test('[SCHEDULE-6] an event confirms the change that is open, once', async () => {
    const { externalId, ...visit } = await plan();
    const [time] = (await timesOf(portal, visit.token)) as [WireTime];
    await portal.sandbox.control({ processor: 'field-service', mode: 'lose-answers', calls: 2 });
    expect((await book(portal, visit.token, time)).json()).toMatchObject({ statusCode: '06' });
    const validFor = { startDateTime: time.start, endDateTime: time.end };
    await send(eventOf({ externalId, updated: 1_000, more: { validFor, jobStatus: 'Ready' } }));
    const { changes, mails } = await tracesOfVisit(portal, visit);
    expect(changes).toMatchObject([{ state: 'CONFIRMED' }]);
    expect(mails).toHaveLength(1);
  });

  test('only the keys of the settings are heard, and what cannot be read is refused', async () => {
    const event = eventOf({ externalId: 'nobody-2' });
    expect((await send(event, `${hooks}/${keyBefore}`)).statusCode).toBe(201);
    for (const key of ['x', 'x'.repeat(400), `${keyBefore}x`, '%00']) {
      expect((await send(event, `${hooks}/${key}`)).statusCode, key.slice(0, 9)).toBe(404);
    }
    const wrong = [
      {},
      [],
      { ...event, eventId: 1 },
      eventOf({ externalId: '' }),
      eventOf({ externalId: 'x', more: { validFor: { startDateTime: 'x', endDateTime: 'y' } } }),
      eventOf({ externalId: 'x', startsInHours: 1, more: { status: 'unheard-of' } }),
    ];
    for (const body of wrong) expect((await send(body)).statusCode, JSON.stringify(body)).toBe(400);
    expect(await received({ eventId: 'e', eventType: 'SearchTimeSlotCreateEvent', event: {} })).toBe(
      'ignored',
    );
  });

  test('[SCHEDULE-6] neither a token nor the key of the callback is in the log', async () => {
    const lines: Record<string, unknown>[] = [];
    const logged = await startTestPortal(portal.sandbox.settings, recordingLog(lines));
    const token = 'canary-token-0123456789';
    await readVisit(logged, token);
    await book(logged, token, { start: '2026-12-01T13:00:00Z', end: '2026-12-01T15:00:00Z' });
    await logged.inject({ method: 'POST', url, payload: {} });
    await logged.inject({ method: 'GET', url: `/myaccount/schedule/${token}` });
    await logged.close();
    const text = JSON.stringify(lines);
    expect(text).toContain('/appointment/schedules');
    expect(text).not.toMatch(/canary-token|test-field-service-hook-key/);
  });
});

describe('the subscription', () => {
  const run = (name: string) => runJobs(portal, name);

  test('is made once, renewed after a day, and brings what happens in the field', async () => {
    const rows = () => portal.db.selectFrom('hub_subscription').select(['hub_id', 'subscribed_at']).execute();
    await run('appointments.subscribe');
    const [first] = await rows();
    await run('appointments.subscribe');
    expect(await rows()).toEqual([first]);
    await portal.passTime(25 * hour);
    await run('appointments.subscribe');
    const [second] = await rows();
    expect(second?.hub_id).not.toBe(first?.hub_id);
  });

  test('[SCHEDULE-4] what no event told is read again within minutes', async () => {
    const visit = await plan({ startsAt: new Date(portal.clock.now().getTime() + hour) });
    await setProgress(portal.sandbox, visit, 'In Progress');
    expect((await tracesOfVisit(portal, visit)).visit.job_status).toBe('Ready');
    await run('appointments.reconcile');
    expect((await tracesOfVisit(portal, visit)).visit).toMatchObject({
      job_status: 'In Progress',
      tech_first_name: 'Luis',
    });
  });
});
