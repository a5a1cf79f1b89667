import type { Visit } from '@myaccount/contract/appointments';
import { addDays } from '@myaccount/contract/calendar';
import type { Page, Route } from '@playwright/test';
import { appointmentAt, visitOf } from '../../apps/web/src/testing/appointments.ts';
import { type Actor, answering, failing, type Intercept, type Scene } from './scene.ts';

const schedules = '**/api/appointment/schedules*';
const schedule = '**/api/appointment/schedule?*';
const path = 'schedule/0123456789abcdef';
const timeZone = 'America/New_York';
const hourMs = 3_600_000;

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

/** A time of a day so many days ahead, by the clock of New York in winter. */
function slotAt(days: number, from: number, to: number) {
  const midnight = Date.parse(`${addDays(today(), days)}T05:00:00Z`);
  const at = (hour: number) => new Date(midnight + hour * hourMs).toISOString();
  return { start: at(from), end: at(to) };
}

type Day = ReturnType<typeof daysOfSlots>[number];

function daysOfSlots() {
  return [2, 3, 5, 6].map((days) => ({
    start: addDays(today(), days),
    Slots: [slotAt(days, 8, 10), slotAt(days, 10, 12), slotAt(days, 13, 15), slotAt(days, 15, 17)],
  }));
}

/** A visit tomorrow, as the server answers it. */
const visitTomorrow = (changes: Partial<Visit>) =>
  visitOf({
    currentAppointment: appointmentAt(slotAt(1, 9, 11)),
    timeZone,
    slotsAsOf: new Date().toISOString(),
    result: daysOfSlots(),
    ...changes,
  });

const fulfill = (json: object) => (route: Route) => route.fulfill({ json });

/** Answers with a visit: these scenes need each state at once, also those that a job reaches in hours. */
const visit =
  (changes: () => Partial<Visit> = () => ({})): Intercept =>
  (page) =>
    page.route(schedules, (route) => route.fulfill({ json: visitTomorrow(changes()) }));

/** The same, with the answer to a confirmed time. */
const booking =
  (answer: (route: Route) => Promise<void>): Intercept =>
  async (page) => {
    await visit()(page);
    await page.route(schedule, answer);
  };

async function choose(page: Page): Promise<void> {
  await page.getByRole('radio').nth(2).click();
}

async function ask(page: Page, { text }: Actor): Promise<void> {
  await choose(page);
  await page.getByRole('button', { name: text('appointments.confirm') }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function confirm(page: Page, actor: Actor): Promise<void> {
  await ask(page, actor);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: actor.text('appointments.confirm') })
    .click();
}

async function confirmAndFail(page: Page, actor: Actor): Promise<void> {
  await confirm(page, actor);
  await page.getByRole('alert').waitFor();
}

const closed = (jobStatus: Visit['jobStatus']) => visit(() => ({ jobStatus, result: [] }));

/** A visit by its link: its progress, another time, and what can go wrong. */
export const appointmentsScenes: readonly Scene[] = [
  { name: 'visit', path, intercept: visit() },
  {
    name: 'visit-dispatch-repair',
    path,
    intercept: visit(() => ({ jobStatus: 'Dispatch', kind: 'repair' })),
  },
  {
    name: 'visit-on-the-way',
    path,
    intercept: visit(() => ({
      jobStatus: 'En Route',
      techFirstName: 'Sam',
      shortestArrivalETA: slotAt(1, 9, 11).start,
      longestArrivalETA: slotAt(1, 9.5, 11).start,
    })),
  },
  { name: 'visit-in-progress', path, intercept: visit(() => ({ jobStatus: 'In Progress' })) },
  { name: 'visit-complete', path, intercept: closed('Complete') },
  { name: 'visit-canceled', path, intercept: closed('Cancelled') },
  {
    name: 'visit-other-zone',
    path,
    intercept: visit(() => ({
      timeZone: 'America/Chicago',
      customerName: 'Rivera & Daughters Landscaping LLC',
    })),
  },
  {
    name: 'visit-more-days',
    path,
    intercept: visit(),
    act: (page, { text }) => page.getByRole('button', { name: text('appointments.moreDays') }).click(),
  },
  { name: 'visit-time-chosen', path, intercept: visit(), act: choose },
  { name: 'visit-confirm', path, intercept: visit(), act: ask },
  {
    name: 'visit-taken',
    path,
    intercept: (page) =>
      booking(async (route) => {
        const [{ start, Slots }, ...later] = daysOfSlots() as [Day, ...Day[]];
        const left = { start, Slots: Slots.filter((_, index) => index !== 2) };
        await visit(() => ({ result: [left, ...later] }))(page);
        await fulfill({ statusCode: '02', statusDescription: 'Taken' })(route);
      })(page),
    act: confirmAndFail,
  },
  {
    name: 'visit-unavailable',
    path,
    intercept: booking(fulfill({ statusCode: '05', statusDescription: 'Away' })),
    act: confirmAndFail,
  },
  {
    name: 'visit-confirming',
    path,
    intercept: visit(() => ({ confirming: appointmentAt(slotAt(3, 13, 15)) })),
  },
  { name: 'visit-no-slots', path, intercept: visit(() => ({ result: [] })) },
  { name: 'visit-slots-unknown', path, intercept: visit(() => ({ result: [], slotsAsOf: null })) },
  {
    name: 'visit-slots-old',
    path,
    intercept: visit(() => ({
      slotsAsOf: new Date(Date.now() - 10 * 60_000).toISOString(),
      slotsOutdated: true,
    })),
  },
  {
    name: 'visit-slots-of-yesterday',
    path,
    intercept: visit(() => ({
      slotsAsOf: new Date(Date.now() - 24 * hourMs).toISOString(),
      slotsOutdated: true,
    })),
  },
  {
    name: 'visit-outdated',
    path,
    intercept: booking((route) => route.abort()),
    act: async (page, actor) => {
      await page.unroute(schedules);
      await failing(schedules)(page);
      await confirmAndFail(page, actor);
    },
  },
  {
    name: 'visit-success',
    path,
    intercept: booking(fulfill({ statusCode: '00' })),
    act: async (page, actor) => {
      await confirm(page, actor);
      await page.getByRole('heading', { name: actor.text('appointments.success.title') }).waitFor();
    },
  },
  { name: 'visit-success-alone', path: 'schedule/success' },
  {
    name: 'visit-expired',
    path,
    intercept: answering(schedules, { statusCode: '01', statusDescription: 'Invalid Token' }),
  },
  { name: 'visit-not-loaded', path, intercept: failing(schedules) },
];
