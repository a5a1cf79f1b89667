import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { mailTemplates } from '../../features.ts';
import { openMailGateway } from '../../gateways/mail/smtp.ts';
import { deliverDueMessages } from '../../platform/outbox/deliver.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { book, planVisit, progressVisit, readVisit, tracesOfVisit } from '../../testing/visits.ts';

const portal = forFile(() => startPayingPortal());

/** Sends what waits, and returns the calendar files that arrived at an address, oldest first. */
async function filesOf(emailAddress: string) {
  const gateway = openMailGateway(portal.portal.config.mail);
  const outbox = { portal: portal.portal, sendMail: gateway.send, templates: mailTemplates };
  while ((await deliverDueMessages(outbox)) > 0);
  gateway.close();
  const mails = await portal.sandbox.messages(emailAddress);
  const sources = mails.toReversed().map(async ({ id }) => {
    const source = await (await fetch(`${portal.sandbox.url}/inbox/messages/${id}/source`)).text();
    const [, base64 = ''] =
      /Content-Type: text\/calendar;[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\s]+)/.exec(source) ?? [];
    return { source, file: Buffer.from(base64, 'base64').toString() };
  });
  return await Promise.all(sources);
}
const eventOf = (file: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')[0]);

const methodOf = (file: string) => new ICAL.Component(ICAL.parse(file)).getFirstPropertyValue('method');

test('[SCHEDULE-3, SMS-1] every move of a visit is mailed with its calendar file, and each replaces the one before', async () => {
  const visit = await planVisit(portal, portal.sandbox);
  const uid = `${visit.id}@localhost`;
  expect((await readVisit(portal, visit.token)).calendar).toEqual({ uid, sequence: 0 });
  const times: string[] = [];
  for (const slot of [0, 1]) {
    const { result } = await readVisit(portal, visit.token);
    const time = result[0].Slots[slot];
    expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
    expect((await readVisit(portal, visit.token)).calendar).toEqual({ uid, sequence: slot + 1 });
    times.push(time.start);
  }
  const { mails } = await tracesOfVisit(portal, visit);
  const arrived = await filesOf(mails[0]?.recipient ?? '');
  const events = arrived.map(({ file }) => eventOf(file));
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(times);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(events.map((event) => event.uid)).toEqual([uid, uid]);
  for (const { source } of arrived) {
    expect(source).toMatch(/Content-Disposition: attachment; filename=visit\.ics/);
    expect(source).toMatch(/Content-Type: text\/calendar;[^:]*method=PUBLISH/);
  }
});

test('[SMS-1, SCHEDULE-3] a canceled visit is mailed with the file that removes it from calendars', async () => {
  const visit = await planVisit(portal, portal.sandbox);
  const { result } = await readVisit(portal, visit.token);
  await book(portal, visit.token, result[0].Slots[0]);
  const { calendar } = await readVisit(portal, visit.token);
  expect(await progressVisit(portal, portal.sandbox, visit, 'Cancelled')).toBe('applied');
  const { mails } = await tracesOfVisit(portal, visit);
  expect(mails.map(({ template }) => template)).toEqual(['appointment-moved', 'appointment-canceled']);
  const [moved, canceled] = await filesOf(mails[0]?.recipient ?? '');
  expect(canceled?.source).toMatch(/Content-Type: text\/calendar;[^:]*method=CANCEL/);
  const files = [moved?.file ?? '', canceled?.file ?? ''];
  expect(files.map(methodOf)).toEqual(['PUBLISH', 'CANCEL']);
  const [before, after] = files.map(eventOf);
  expect([before?.uid, before?.sequence]).toEqual([calendar.uid, calendar.sequence]);
  expect([after?.uid, after?.sequence]).toEqual([calendar.uid, calendar.sequence + 1]);
  expect(after?.startDate.toJSDate()).toEqual(before?.startDate.toJSDate());
});
