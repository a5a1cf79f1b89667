import { describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import {
  book,
  callFieldService,
  planVisit,
  timesOf,
  tracesOfVisit,
  type WireTime,
} from '../../testing/visits.ts';

// A test's machine is slow: an answer that takes long is no time-out here.
const portal = forFile(() =>
  startPayingPortal({
    FIELD_SERVICE_TIMEOUT_MS: '60000',
    MAX_REQUESTS_IN_PROGRESS: '5000',
    DATABASE_CONNECTIONS: '20',
  }),
);

const plan = (options?: Parameters<typeof planVisit>[2]) => planVisit(portal, portal.sandbox, options);

describe('many at once', () => {
  test('[SCHEDULE-6] three hundred people after ten times: exactly ten get one', async () => {
    const area = '43477';
    const people = 300;
    const first = await plan({ area });
    const wanted = (await timesOf(portal, first.token)).slice(0, 10);
    expect(wanted).toHaveLength(10);
    const visits = [first];
    while (visits.length < people) {
      const batch = Array.from({ length: Math.min(50, people - visits.length) }, () => plan({ area }));
      visits.push(...(await Promise.all(batch)));
    }
    const origin = await portal.app.server.listen({ port: 0, host: '127.0.0.1' });
    const codes: string[] = [];
    const waiting = [...visits.entries()];
    const pressAll = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [index, { token }] = next;
        const { start = '', end = '' } = wanted[index % wanted.length] ?? {};
        const query = new URLSearchParams({ Token: token, scheduleStart: start, scheduleEnd: end });
        const response = await fetch(`${origin}/myaccount/api/appointment/schedule?${query}`, {
          headers: { 'x-correlation-id': `person-${String(index).padStart(6, '0')}` },
        });
        const { statusCode } = (await response.json()) as { statusCode: string };
        codes.push(statusCode);
      }
    };
    // A hundred at any moment: more connections than that say more about sockets than about slots.
    await Promise.all(Array.from({ length: 100 }, pressAll));
    expect(codes).toHaveLength(people);
    expect(codes.filter((code) => code === '00')).toHaveLength(10);
    expect(codes.filter((code) => code === '02')).toHaveLength(people - 10);
    const booked = await portal.db
      .selectFrom('appointment_change')
      .select(['starts_at', (eb) => eb.fn.countAll<number>().as('found')])
      .where('area', '=', area)
      .where('state', '=', 'CONFIRMED')
      .groupBy('starts_at')
      .execute();
    expect(booked.map(({ found }) => Number(found))).toEqual(Array.from({ length: 10 }, () => 1));
    const { body } = await callFieldService(portal.sandbox, 'GET', '/appointment?limit=2000');
    const held = (body as unknown as { validFor: { startDateTime: string } }[])
      .map(({ validFor }) => validFor.startDateTime)
      .filter((start) => wanted.some((time) => time.start === start));
    expect(held.sort()).toEqual(wanted.map(({ start }) => start).sort());
  }, 180_000);

  test('[SCHEDULE-6] one person who presses many times moves the visit once', async () => {
    const visit = await plan();
    const [time] = (await timesOf(portal, visit.token)) as [WireTime];
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(portal, visit.token, time)));
    const codes = answers.map((answer) => answer.json().statusCode);
    for (const code of codes) expect(['00', '06']).toContain(code);
    const { changes, mails } = await tracesOfVisit(portal, visit);
    expect(changes).toMatchObject([{ state: 'CONFIRMED' }]);
    expect(mails).toHaveLength(1);
  });
});
