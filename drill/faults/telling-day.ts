import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { addDays } from '@myaccount/contract/calendar';
import { formatDay } from '@myaccount/contract/dates';
import { dayOf } from '../../apps/server/src/platform/business-day.ts';
import { appointmentLine, itemsOf, planLine } from '../../apps/server/src/testing/builders/import-lines.ts';
import { rowOfSupport, toldIn } from '../../apps/server/src/testing/support-rows.ts';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillPart } from '../part.ts';
import { planPayment, todayAt } from './due-customers.ts';
import { Site } from './site.ts';
import { Desk } from './support/desk.ts';
import { type Caller, daysBefore, linesOf } from './support/files.ts';

function callerOf(accountNumber: string, firstName: string, method: Caller['method'] = 'card'): Caller {
  const signsInAs = `${firstName.toLowerCase()}@example.com`;
  return { accountNumber, firstName, lastName: 'Novak', signsInAs, method };
}

const people = {
  ada: callerOf('A1', 'Ada', 'declined'),
  bo: callerOf('A2', 'Bo', 'returned'),
  cy: callerOf('A3', 'Cy'),
  dee: callerOf('A4', 'Dee'),
  eli: callerOf('A5', 'Eli'),
};

/** Cy's bill. Of every other, and of each payment, it is $84.99. */
const largeBill = '124.99';
const retryAfterDays = 1;
const visitMs = 7_200_000;
const mailedWithinMs = 60_000;
/** A mail with a sign-in code tells nothing of an account. */
const codeSubject = /\b\d{6}\b/;

/** What one of them is told on the day, on every surface alike. Written out: nothing here asks the portal's rule. */
interface Expected {
  readonly caller: Caller;
  /** The rows under “What happens”. */
  readonly rows: readonly string[];
  readonly paidBy: number | null;
  /** The balance's line, and its amount due on home. */
  readonly balance: string;
  readonly amountDue: number;
  /** The mails of that day: each subject with what its text says. */
  readonly mails: Readonly<Record<string, readonly string[]>>;
}

/** A day on which much happens to customers. Home, mails, and `ops show` tell each of them, and support, the same. */
export const tellingDay: DrillPart = {
  name: 'telling-day',
  proves:
    'a declined charge, a returned debit, a bill paid in part, a planned payment, and a visit are told the same on home, in mails, and by ops show',
  async run(environment) {
    rmSync(environment.clockFile, { force: true });
    const site = await Site.open(environment, 'faults_telling', { CLOCK_FILE: environment.clockFile });
    try {
      const server = await site.startServer('telling', 'all');
      const desk = new Desk(environment, site, server);
      const visitOn = await letThingsHappen(desk, server.url);
      const told = expectedOn(todayAt(site), visitOn);
      for (const expected of told) await compareTold(desk, expected);
      await desk.ops(['check']);
      const rows = told.reduce((sum, one) => sum + one.rows.length, 0);
      const mails = told.reduce((sum, one) => sum + Object.keys(one.mails).length, 0);
      return { counts: { customers: told.length, rows, mails }, failures: desk.failures };
    } finally {
      await site.close();
      rmSync(environment.clockFile, { force: true });
    }
  },
};

/** Imports everybody, and lets the day come. Returns the day of the visit. */
async function letThingsHappen(desk: Desk, url: string): Promise<string> {
  const { site } = desk;
  const { ada, bo, cy, dee, eli } = people;
  const before = todayAt(site);
  const autopay = { methodExternalId: `M${ada.accountNumber}`, since: addDays(before, -1) };
  const file = [
    planLine(),
    ...linesOf(ada, before, { account: { autopay }, bill: { dueOn: addDays(before, daysBefore) } }),
    ...linesOf(cy, before, { bill: { items: itemsOf(largeBill) } }),
    ...[bo, dee, eli].flatMap((caller) => linesOf(caller, before)),
  ];
  await desk.import(file, [], { says: /Imported: 26 lines, 0 refused/ });
  const debit = await desk.pay(await desk.call(bo));
  desk.see('a bank debit', debit === 'PENDING', debit);
  await waitUntilSent(site);
  await desk.letDaysPass(daysBefore);
  const part = await desk.pay(await desk.call(cy));
  desk.see('a part of a bill', part === 'COMPLETED', part);
  await planPayment(url, await desk.call(dee), addDays(todayAt(site), 1));
  const start = site.portal.clock.now();
  const visit = { start: start.toISOString(), end: new Date(start.getTime() + visitMs).toISOString() };
  await desk.import([appointmentLine({ accountNumber: eli.accountNumber, ...visit })], [], {
    says: /Imported: 1 lines?, 0 refused/,
  });
  return dayOf(start, site.portal.config.timeZone);
}

function expectedOn(today: string, visitOn: string): Expected[] {
  const { ada, bo, cy, dee, eli } = people;
  const [retryOn, plannedFor, paidOn] = [retryAfterDays, 1, -daysBefore].map((days) => addDays(today, days));
  const inWords = (day = '') => formatDay(day, 'en');
  const owed = { paidBy: null, balance: 'balance $84.99, amount due $84.99', amountDue: 84.99 };
  return [
    {
      caller: ada,
      ...owed,
      rows: [`declined ${today} $84.99 VISA …4242 declined again ${retryOn}`],
      mails: {
        'Autopay could not charge $84.99': [
          'Nothing was charged',
          `On ${inWords(today)}, `,
          `try again on ${inWords(retryOn)}`,
        ],
      },
    },
    {
      caller: bo,
      ...owed,
      rows: [`returned ${today} $84.99 ACH …6789 insufficient-funds`],
      mails: {
        'Your bank returned your payment of $84.99': [
          inWords(paidOn),
          `Returned on ${inWords(today)}`,
          '$84.99 is due now',
        ],
      },
    },
    {
      caller: cy,
      rows: [],
      paidBy: null,
      balance: 'balance $40.00, amount due $40.00',
      amountDue: 40,
      mails: { 'We received your payment of $84.99': [inWords(today)] },
    },
    {
      caller: dee,
      rows: [`planned ${plannedFor} $84.99 VISA …4242`],
      paidBy: 0,
      balance: 'balance $84.99, planned $84.99',
      amountDue: 0,
      mails: { [`Your payment of $84.99 is planned for ${inWords(plannedFor)}`]: [inWords(plannedFor)] },
    },
    { caller: eli, ...owed, rows: [`visit ${visitOn}`], mails: {} },
  ];
}

/** Notes where home, mails, or `ops show` say less, more, or other than was expected. */
async function compareTold(desk: Desk, { caller, rows, mails, ...expected }: Expected): Promise<void> {
  const { accountNumber, firstName } = caller;
  await compareMails(desk, caller, mails);
  const { out: page } = await desk.ops(['show', accountNumber], { says: /\nWhat happens/ });
  const told = toldIn(page);
  desk.see(`${firstName}, ops show`, isDeepStrictEqual(told, rows), { told, not: rows });
  const isBalance = page.split('\n').includes(expected.balance);
  desk.see(`${firstName}, balance of ops show`, isBalance, { not: expected.balance, page });
  const { happenings, paidBy, amountDue } = await desk.home(await desk.call(caller));
  const home = happenings.map(rowOfSupport);
  desk.see(`${firstName}, home`, isDeepStrictEqual(home, rows), { home, not: rows });
  const isRight = paidBy === expected.paidBy && amountDue === expected.amountDue;
  desk.see(`${firstName}, home's figure`, isRight, { paidBy, amountDue, not: expected });
  for (const { kind, visit } of happenings.filter((one) => one.kind === 'visit' || one.visit)) {
    const isUnderWay = kind === 'visit' && visit?.jobStatus === 'En Route' && visit.techFirstName === 'Luis';
    const hasArrival = Boolean(visit?.shortestArrivalETA && visit.longestArrivalETA);
    const isShown = /\n *\S+ to \S+ {2}repair {2}En Route {2}Luis {2}/.test(page);
    desk.see(`${firstName}, visit`, isUnderWay && hasArrival && isShown, { kind, visit, page });
  }
}

/** Compares the mails of the day, once they and whatever else is to be sent have arrived. */
async function compareMails(
  desk: Desk,
  { firstName, signsInAs }: Caller,
  mails: Expected['mails'],
): Promise<void> {
  const { site } = desk;
  const today = todayAt(site);
  const subjects = Object.keys(mails).toSorted();
  const arrived = async () => {
    const all = await desk.messages(signsInAs);
    return all.filter(({ at, subject, isRepeat }) => {
      const isToday = dayOf(new Date(at), site.portal.config.timeZone) === today;
      return isToday && !isRepeat && !codeSubject.test(subject);
    });
  };
  await comesTrue(async () => (await arrived()).length >= subjects.length, mailedWithinMs);
  await waitUntilSent(site);
  const messages = await arrived();
  const found = messages.map(({ subject }) => subject).toSorted();
  desk.see(`${firstName}, mails`, isDeepStrictEqual(found, subjects), { found, not: subjects });
  for (const { subject, text } of messages) {
    const plain = text.replaceAll(/\s+/g, ' ');
    const lacks = ['$84.99', ...(mails[subject] ?? [])].filter((words) => !plain.includes(words));
    desk.see(`${firstName}, “${subject}”`, lacks.length === 0, { lacks, plain });
  }
}

async function waitUntilSent({ portal }: Site): Promise<void> {
  const waiting = portal.db.selectFrom('outbox').select('id').where('state', '=', 'WAITING');
  await comesTrue(async () => (await waiting.execute()).length === 0, mailedWithinMs);
}
