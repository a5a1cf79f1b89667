import { afterEach, describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { book, planVisit, readVisit, timesOf, tracesOfVisit, type WireTime } from '../../testing/visits.ts';

const portal = forFile(() => startPayingPortal({ FIELD_SERVICE_TIMEOUT_MS: '1000' }));
afterEach(() => portal.sandbox.reset());

const second = 1_000;
const minute = 60 * second;

const plan = (options?: Parameters<typeof planVisit>[2]) => planVisit(portal, portal.sandbox, options);
const settle = () => runJobs(portal, 'appointments.settle');
const control = (mode: 'down' | 'black-hole' | 'lose-answers' | 'hop' | 'slow', more: object = {}) =>
  portal.sandbox.control({ processor: 'field-service', mode, ...more });

async function firstTime(token: string): Promise<WireTime> {
  const [time] = await timesOf(portal, token);
  if (!time) throw new Error('no times');
  return time;
}

/** Moves the start of the only open change into the past, as if its server had been killed then. */
async function ageChange(accountId: string, ms: number): Promise<void> {
  const requestedAt = new Date(portal.clock.now().getTime() - ms);
  const change = { account_id: accountId };
  await changeRows(portal.db, 'appointment_change', change, { requested_at: requestedAt });
}

/** After failures in a row no call is sent for as long as a time-out. */
const circuitCloses = () => new Promise((resolve) => setTimeout(resolve, 1_200));

describe('the field service fails', () => {
  test('[SCHEDULE-3] away: refused at once, the time before holds, and the place is free again', async () => {
    const visit = await plan({ area: '43277' });
    const time = await firstTime(visit.token);
    await control('down');
    expect((await book(portal, visit.token, time)).json()).toEqual({
      statusCode: '05',
      statusDescription: 'Error scheduling appointment.',
    });
    const { visit: kept, changes, audited, mails } = await tracesOfVisit(portal, visit);
    expect([kept.version, changes.map(({ state }) => state), mails]).toEqual([1, ['REFUSED'], []]);
    expect(audited.map(({ action }) => action)).toEqual(['appointments.requested', 'appointments.refused']);
    await portal.sandbox.reset();
    expect(await timesOf(portal, visit.token)).toContainEqual(time);
    expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
  });

  test('[SCHEDULE-6] the move is done but its answer is lost: the service is asked, and it is done', async () => {
    const visit = await plan();
    const time = await firstTime(visit.token);
    await control('lose-answers', { calls: 1 });
    expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
    expect((await tracesOfVisit(portal, visit)).visit.starts_at.toISOString()).toBe(time.start);
  });

  test('[SCHEDULE-6] a proxy answers for a service that did it: never taken for a refusal', async () => {
    const visit = await plan();
    const time = await firstTime(visit.token);
    await control('hop', { calls: 1, status: 409 });
    expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
  });

  test('[SCHEDULE-6] done, and then the service is silent: it is being confirmed, until a job confirms it', async () => {
    const visit = await plan();
    const [time, other] = (await timesOf(portal, visit.token)) as [WireTime, WireTime];
    await control('lose-answers', { calls: 2 });
    const answer = (await book(portal, visit.token, time)).json();
    expect(answer).toMatchObject({
      statusCode: '06',
      statusDescription: expect.stringContaining('confirming'),
    });
    const shown = await readVisit(portal, visit.token);
    expect(shown.confirming).toEqual({ startDate: time.start, endDate: time.end });
    expect(shown.currentAppointment.startDate).not.toBe(time.start);
    // Nothing else can be chosen meanwhile.
    expect((await book(portal, visit.token, other)).json()).toMatchObject({ statusCode: '06' });
    await portal.sandbox.reset();
    await ageChange(visit.accountId, 2.5 * second);
    await settle();
    // The request itself may still be asking.
    expect((await tracesOfVisit(portal, visit)).changes).toMatchObject([{ state: 'CONFIRMING' }]);
    await ageChange(visit.accountId, 4 * second);
    await settle();
    const after = await tracesOfVisit(portal, visit);
    expect(after.changes).toMatchObject([{ state: 'CONFIRMED' }]);
    expect(after.mails.map(({ template }) => template)).toEqual(['appointment-moved']);
    expect(await readVisit(portal, visit.token)).toMatchObject({
      confirming: null,
      currentAppointment: { startDate: time.start },
    });
  });

  test('[SCHEDULE-6] never done: after some time-outs the time before holds for certain, and a mail says so', async () => {
    const visit = await plan({ area: '43377' });
    const time = await firstTime(visit.token);
    const neighbor = await plan({ area: '43377' });
    await control('black-hole');
    expect((await book(portal, visit.token, time)).json()).toMatchObject({ statusCode: '06' });
    // The place is held meanwhile.
    await portal.sandbox.reset();
    await circuitCloses();
    await ageChange(visit.accountId, 2_500);
    await settle();
    expect((await tracesOfVisit(portal, visit)).changes).toMatchObject([{ state: 'CONFIRMING' }]);
    expect((await book(portal, neighbor.token, time)).json()).toMatchObject({ statusCode: '02' });
    await ageChange(visit.accountId, 4 * second);
    await settle();
    const { changes, mails } = await tracesOfVisit(portal, visit);
    expect(changes).toMatchObject([{ state: 'REFUSED' }]);
    expect(mails.map(({ template }) => template)).toEqual(['appointment-kept']);
    expect((await book(portal, neighbor.token, time)).json()).toEqual({ statusCode: '00' });
  });

  test('[SCHEDULE-6] a job that stops or meets a service that is away leaves changes open', async () => {
    const visit = await plan();
    const time = await firstTime(visit.token);
    await control('black-hole');
    await book(portal, visit.token, time);
    await ageChange(visit.accountId, minute);
    await control('down');
    await settle();
    expect((await tracesOfVisit(portal, visit)).changes).toMatchObject([{ state: 'CONFIRMING' }]);
    await portal.sandbox.reset();
    await circuitCloses();
    await settle();
    expect((await tracesOfVisit(portal, visit)).changes).toMatchObject([{ state: 'REFUSED' }]);
  });

  test('[SCHEDULE-2] the page waits a moment only for times that were never read', async () => {
    const visit = await plan({ area: '43220' });
    await control('black-hole');
    const begun = performance.now();
    expect(await readVisit(portal, visit.token)).toMatchObject({
      statusCode: '00',
      slotsAsOf: null,
      result: [],
    });
    expect(performance.now() - begun).toBeLessThan(4_500);
    await portal.sandbox.reset();
    await circuitCloses();
    expect((await readVisit(portal, visit.token)).result).not.toEqual([]);
  });

  test('[SCHEDULE-6] a time that began meanwhile is not booked, though it was offered', async () => {
    const visit = await plan({ area: '43577' });
    const time = await firstTime(visit.token);
    await portal.passTime(Date.parse(time.start) - portal.clock.now().getTime());
    expect((await book(portal, visit.token, time)).json()).toMatchObject({ statusCode: '03' });
    expect(await timesOf(portal, visit.token)).not.toContainEqual(time);
  });
});
