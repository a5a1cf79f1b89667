import { afterEach, describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildVisit, linkTo } from '../../testing/builders/appointment.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows, insertRow, readRows } from '../../testing/rows.ts';
import {
  book,
  callFieldService,
  planVisit,
  readVisit,
  timesOf,
  tracesOfVisit,
  type WireTime,
} from '../../testing/visits.ts';

const portal = forFile(() => startPayingPortal({ FIELD_SERVICE_TIMEOUT_MS: '1000' }));
afterEach(() => portal.sandbox.reset());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const invalid = { statusCode: '01', statusDescription: 'Invalid Token' };

const plan = (options?: Parameters<typeof planVisit>[2]) => planVisit(portal, portal.sandbox, options);
const runJob = (name: string) => runJobs(portal, name);

const shownTimes = (token: string) => timesOf(portal, token, ['2026-12-01', '2026-12-15']);
const firstTime = async (token: string) => (await shownTimes(token))[0] as WireTime;
/** A time as if it had been offered. */
const anyTime = { start: '2026-12-01T13:00:00Z', end: '2026-12-01T15:00:00Z' };

describe('the visit of a link', () => {
  test('[SCHEDULE-1, SCHEDULE-2, API-23] shows name, time, progress, and the times of the days', async () => {
    const visit = await plan();
    const read = await readVisit(portal, visit.token, ['2026-11-24', '2026-12-08']);
    expect(read).toMatchObject({
      statusCode: '00',
      customerName: 'Ana Rivera',
      currentAppointment: { startDate: '2026-11-29T17:00:00.000Z', endDate: '2026-11-29T19:00:00.000Z' },
      jobStatus: 'Ready',
      techFirstName: null,
      accountType: 'RESIDENTIAL',
      shortestArrivalETA: null,
      longestArrivalETA: null,
      timeZone: 'America/New_York',
      confirming: null,
      slotsAsOf: portal.clock.now().toISOString(),
    });
    const days = read.result.map(({ start }: { start: string }) => start);
    // The calendar ends seven days after the month: December 7, not the day asked for.
    expect(days.at(-1) <= '2026-12-07').toBe(true);
    // Nobody visits on a Sunday.
    expect(days).not.toContain('2026-11-29');
    expect(new Set(days).size).toBe(days.length);
    for (const { start, end } of await timesOf(portal, visit.token)) {
      expect(Date.parse(start)).toBeGreaterThan(portal.clock.now().getTime());
      expect(Date.parse(end) - Date.parse(start)).toBe(2 * hour);
    }
  });

  test('[SCHEDULE-1] names the business', async () => {
    const account = await buildAccount(portal.db, {
      account: { account_type: 'BUSINESS', business_name: 'Harbor Books' },
    });
    const { token } = await buildVisit(portal.portal, account);
    expect(await readVisit(portal, token)).toMatchObject({
      customerName: 'Harbor Books',
      accountType: 'BUSINESS',
    });
  });

  test('[SCHEDULE-5, SCHEDULE-6] every token that does not work has the same answer', async () => {
    const visit = await plan();
    const other = await plan();
    const links = { account_id: other.accountId };
    await changeRows(portal.db, 'appointment_link', links, { revoked_at: portal.clock.now() });
    const tokens = ['x', ' ', '../..', '\u0000', '%ff', 'x'.repeat(5_000), `${visit.token}x`, other.token];
    for (const token of tokens) {
      expect(await readVisit(portal, token), token.slice(0, 9)).toEqual(invalid);
      const booked = await book(portal, token, anyTime);
      expect([booked.statusCode, booked.json()], token.slice(0, 9)).toEqual([200, invalid]);
    }
    expect(await readVisit(portal, visit.token)).toMatchObject({ statusCode: '00' });
  });

  test('[SCHEDULE-6] a link shows its own visit only, and ends after its days', async () => {
    const account = await buildAccount(portal.db);
    const startsAt = new Date(portal.clock.now().getTime() + 40 * day);
    const first = await buildVisit(portal.portal, account, { starts_at: startsAt });
    const second = await buildVisit(portal.portal, account, { job_status: 'In Progress' });
    expect((await readVisit(portal, first.token)).jobStatus).toBe('Dispatch');
    expect((await readVisit(portal, second.token)).jobStatus).toBe('In Progress');
    const later = await linkTo(portal.portal, first);
    // A new link does not end the one before.
    expect((await readVisit(portal, first.token)).statusCode).toBe('00');
    const ofSecond = { appointment_id: second.id };
    await changeRows(portal.db, 'appointment_link', ofSecond, { expires_at: portal.clock.now() });
    expect(await readVisit(portal, second.token)).toEqual(invalid);
    const [link] = await readRows(portal.db, 'appointment_link', { appointment_id: first.id }, 'id');
    expect(link?.expires_at).toEqual(new Date(portal.clock.now().getTime() + 30 * day));
    expect((await readVisit(portal, later)).statusCode).toBe('00');
  });

  test.each(['Complete', 'Cancelled'] as const)(
    '[SCHEDULE-4, SCHEDULE-6] a link shows that a visit is %s for a day, without times, and books nothing',
    async (jobStatus) => {
      const account = await buildAccount(portal.db);
      const closedAt = (agoMs: number) => new Date(portal.clock.now().getTime() - agoMs);
      const fields = { job_status: jobStatus, external_id: `closed-${jobStatus}`, closed_at: closedAt(hour) };
      const { token, id } = await buildVisit(portal.portal, account, fields);
      expect(await readVisit(portal, token)).toMatchObject({ jobStatus, result: [], slotsAsOf: null });
      expect((await book(portal, token, anyTime)).json()).toMatchObject({ statusCode: '04' });
      await changeRows(portal.db, 'appointment', { id }, { closed_at: closedAt(day) });
      expect(await readVisit(portal, token)).toEqual(invalid);
    },
  );

  test('[SCHEDULE-4] the arrival is estimated while the technician is on the way', async () => {
    const account = await buildAccount(portal.db);
    const estimate = {
      tech_first_name: 'Luis',
      shortest_arrival_minutes: 10,
      longest_arrival_minutes: 25,
      arrival_estimated_at: portal.clock.now(),
    };
    const onTheWay = await buildVisit(portal.portal, account, { ...estimate, job_status: 'En Route' });
    expect(await readVisit(portal, onTheWay.token)).toMatchObject({
      techFirstName: 'Luis',
      shortestArrivalETA: '2026-11-24T17:10:00.000Z',
      longestArrivalETA: '2026-11-24T17:25:00.000Z',
    });
    const inProgress = await buildVisit(portal.portal, account, { ...estimate, job_status: 'In Progress' });
    expect(await readVisit(portal, inProgress.token)).toMatchObject({ longestArrivalETA: null });
  });

  test('[API-25] days that run backwards or are too many are refused', async () => {
    const { token } = await plan();
    for (const days of [
      ['2026-12-02', '2026-12-01'],
      ['2026-12-01', '2027-02-01'],
    ]) {
      expect(await readVisit(portal, token, days)).toMatchObject({
        code: 'request.invalid',
        errors: [{ field: 'EndDate', code: 'invalid' }],
      });
    }
  });

  test('[SCHEDULE-2] a postal code without times has none, and the page knows how old that is', async () => {
    const { token } = await plan({ area: '43299' });
    expect(await readVisit(portal, token)).toMatchObject({ result: [], slotsAsOf: expect.any(String) });
  });

  test.each(['43216-1234', '432161234'])(
    '[SCHEDULE-2] the times of %s are those of its ZIP code',
    async (area) => {
      const { token } = await plan({ area });
      const { token: short } = await plan({ area: '43216' });
      const { result } = await readVisit(portal, token);
      expect(result).not.toEqual([]);
      expect(result).toEqual((await readVisit(portal, short)).result);
    },
  );

  test('[SCHEDULE-2] the times stay, with their age, while the field service is away', async () => {
    const { token } = await plan({ area: '43216' });
    const before = await readVisit(portal, token);
    await portal.passTime(10 * minute);
    await portal.sandbox.control({ processor: 'field-service', mode: 'down' });
    const away = await readVisit(portal, token);
    expect(away.result).toEqual(before.result);
    expect(away.slotsAsOf).toBe(before.slotsAsOf);
    await expect.poll(async () => (await readVisit(portal, token)).slotsOutdated).toBe(true);
    await portal.sandbox.reset();
    await runJob('appointments.refresh');
    const fresh = { slotsAsOf: portal.clock.now().toISOString(), slotsOutdated: false };
    expect(await readVisit(portal, token)).toMatchObject(fresh);
  });

  test('[SCHEDULE-2] old times are outdated only while the field service tells no newer ones', async () => {
    const { token } = await plan({ area: '43217' });
    expect((await readVisit(portal, token)).slotsOutdated).toBe(false);
    await portal.passTime(119_000);
    await portal.sandbox.control({ processor: 'field-service', mode: 'down' });
    expect((await readVisit(portal, token)).slotsOutdated, 'not yet old').toBe(false);
    await portal.passTime(2_000);
    await expect.poll(async () => (await readVisit(portal, token)).slotsOutdated).toBe(true);
    await portal.sandbox.reset();
    const readNow = async () => (await readVisit(portal, token)).slotsAsOf;
    await expect.poll(readNow, { timeout: 5_000 }).toBe(portal.clock.now().toISOString());
    await portal.passTime(10 * minute);
    expect(await readVisit(portal, token), 'told again').toMatchObject({ slotsOutdated: false });
  });

  test('[SCHEDULE-6] neither the address of a call nor a token is kept anywhere it is read from', async () => {
    const { token } = await plan();
    const response = await portal.get('/appointment/schedules', {
      Token: token,
      StartDate: '2026-12-01',
      EndDate: '2026-12-02',
    });
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(response.body).not.toContain(token);
  });
});

describe('the link of an own visit', () => {
  const ask = (accountNumber: string, token?: string) =>
    portal.post('/appointment/link', { accountNumber }, token);

  test('[API-27, SCHEDULE-1] leads to the next visit, leaves a trace, and is limited', async () => {
    const { account, emailAddress, loginId } = await buildLogin(portal.db);
    const token = await portal.signIn(emailAddress);
    expect((await ask(account.accountNumber, token)).json()).toMatchObject({ code: 'request.not-found' });
    const startsAt = (days: number) => new Date(portal.clock.now().getTime() + days * day);
    await buildVisit(portal.portal, account, { starts_at: startsAt(9) });
    await buildVisit(portal.portal, account, { starts_at: startsAt(2), job_status: 'Complete' });
    await buildVisit(portal.portal, account, { starts_at: startsAt(4) });
    const { token: link } = (await ask(account.accountNumber, token)).json();
    expect((await readVisit(portal, link)).currentAppointment.startDate).toBe(startsAt(4).toISOString());
    const [trace] = await readRows(portal.db, 'audit_entry', { account_id: account.id });
    expect(trace).toMatchObject({
      action: 'appointments.links-made',
      actor: `login:${loginId}`,
      detail: { links: 1 },
    });
    const more = await Promise.all(Array.from({ length: 10 }, () => ask(account.accountNumber, token)));
    expect(more.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
  });

  test('[SCHEDULE-1] works for an hour, however long a mailed link does', async () => {
    const { account, emailAddress } = await buildLogin(portal.db);
    const { token: mailed } = await buildVisit(portal.portal, account);
    const { token: own } = (await ask(account.accountNumber, await portal.signIn(emailAddress))).json();
    const opens = async (token: string) => (await readVisit(portal, token)).statusCode;
    portal.clock.advance(60 * minute - 1);
    expect([await opens(own), await opens(mailed)]).toEqual(['00', '00']);
    portal.clock.advance(1);
    expect([await opens(own), await opens(mailed)]).toEqual(['01', '00']);
  });

  test('[API-27] is for who is signed in', async () => {
    const { account } = await buildLogin(portal.db);
    await buildVisit(portal.portal, account);
    expect((await ask(account.accountNumber)).statusCode).toBe(401);
  });
});

describe('moving the visit', () => {
  test('[SCHEDULE-3, API-23] books the time with the field service, with audit and mail', async () => {
    const visit = await plan();
    const time = await firstTime(visit.token);
    expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
    expect(await firstTime(visit.token), 'its own time is no other time').not.toEqual(time);
    const traces = await tracesOfVisit(portal, visit);
    expect(traces.visit.starts_at.toISOString()).toBe(time.start);
    expect(traces.changes).toMatchObject([{ state: 'CONFIRMED' }]);
    expect(traces.audited).toEqual([
      { action: 'appointments.requested', actor: 'appointment-link' },
      { action: 'appointments.moved', actor: 'appointment-link' },
    ]);
    // The link in the mail is a secret, so that its values are sealed.
    expect(traces.mails).toMatchObject([{ template: 'appointment-moved', payload: null }]);
    const { body } = await callFieldService(portal.sandbox, 'GET', `/appointment/${visit.externalId}`);
    expect(body.validFor).toMatchObject({ startDateTime: time.start });
    expect((await readVisit(portal, visit.token)).currentAppointment.startDate).toBe(time.start);
    // The same choice again is done already, and changes nothing.
    expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
    expect((await tracesOfVisit(portal, visit)).changes).toHaveLength(1);
  });

  test('[API-23] nothing that follows links books: without a correlation id it is refused', async () => {
    const visit = await plan();
    const time = await firstTime(visit.token);
    const refused: Record<string, string>[] = [
      {},
      { 'x-correlation-id': 'short' },
      { 'x-correlation-id': 'not well-formed!' },
    ];
    for (const headers of refused) {
      const response = await book(portal, visit.token, time, headers);
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual([{ field: 'X-Correlation-Id', code: 'required' }]);
    }
    expect((await tracesOfVisit(portal, visit)).changes).toEqual([]);
  });

  test('[SCHEDULE-6] times that are over, of another area or kind, or were never offered are refused', async () => {
    const visit = await plan({ area: '43217' });
    const far = await plan({ area: '43218' });
    const install = await plan({ area: '43217', kind: 'installation' });
    const time = await firstTime(visit.token);
    const own = await shownTimes(visit.token);
    const elsewhere = (await shownTimes(far.token)).find(
      ({ start }) => !own.some((each) => each.start === start),
    ) as WireTime;
    const shifted = {
      start: new Date(Date.parse(time.start) + minute).toISOString(),
      end: new Date(Date.parse(time.end) + minute).toISOString(),
    };
    const longer = { start: time.start, end: shifted.end };
    const past = { start: '2026-11-23T13:00:00Z', end: '2026-11-23T15:00:00Z' };
    for (const wrong of [elsewhere, shifted, longer, past]) {
      const answer = (await book(portal, visit.token, wrong)).json();
      expect(answer, JSON.stringify(wrong)).toMatchObject({ statusCode: '03' });
    }
    // Nobody has read the times of installations here.
    expect((await book(portal, install.token, time)).json()).toMatchObject({ statusCode: '03' });
    const backwards = await book(portal, visit.token, { start: time.end, end: time.start });
    expect(backwards.json().errors).toEqual([{ field: 'scheduleEnd', code: 'invalid' }]);
    expect((await tracesOfVisit(portal, visit)).changes).toEqual([]);
  });

  test('[SCHEDULE-2, SCHEDULE-6] a free time of the day after the calendar’s end is refused; one of its last day is not', async () => {
    const area = '43213';
    const visit = await plan({ area });
    const last = (await shownTimes(visit.token)).at(-1) as WireTime;
    expect(last.start).toContain('2026-12-07');
    // Read a day too far: free, and beyond the calendar.
    const starts_at = new Date(Date.parse(last.start) + day);
    const ends_at = new Date(Date.parse(last.end) + day);
    await insertRow(portal.db, 'slot', { area, kind: 'repair', starts_at, ends_at, capacity: 1 });
    const past = { start: starts_at.toISOString(), end: ends_at.toISOString() };
    expect((await book(portal, visit.token, past)).json()).toMatchObject({ statusCode: '03' });
    expect((await tracesOfVisit(portal, visit)).changes).toEqual([]);
    expect(await readRows(portal.db, 'slot', { area, starts_at })).toMatchObject([{ taken: 0 }]);
    expect((await book(portal, visit.token, last)).json()).toMatchObject({ statusCode: '00' });
  });

  test('[SCHEDULE-6] a time that others took meanwhile is refused, and the page reads fresh ones', async () => {
    const visit = await plan({ area: '43219' });
    const time = await firstTime(visit.token);
    await fetch(`${portal.sandbox.url}/visits/${visit.externalId}/take-all`, {
      method: 'POST',
      redirect: 'manual',
    });
    const spanish = { 'x-correlation-id': 'booking-of-a-test', 'accept-language': 'es' };
    const answer = (await book(portal, visit.token, time, spanish)).json();
    expect(answer).toEqual({
      statusCode: '02',
      statusDescription: 'Otra persona acaba de tomar este horario. Elija otro.',
    });
    expect((await readVisit(portal, visit.token)).result).toEqual([]);
    const { visit: kept, changes, mails } = await tracesOfVisit(portal, visit);
    expect(kept.version).toBe(1);
    expect(changes).toMatchObject([{ state: 'REFUSED' }]);
    expect(mails).toEqual([]);
  });

  test('[SCHEDULE-6] one visit can be moved so often, and then waits', async () => {
    const visit = await plan();
    const time = { start: '2026-12-01T13:01:00Z', end: '2026-12-01T15:01:00Z' };
    for (let count = 0; count < 10; count += 1)
      expect((await book(portal, visit.token, time)).json()).toMatchObject({ statusCode: '03' });
    const response = await book(portal, visit.token, time);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBeDefined();
  });
});
