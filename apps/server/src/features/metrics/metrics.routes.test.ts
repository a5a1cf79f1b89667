import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { countSignIn, hoursFrom } from '../../testing/counts.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { watchStatements } from '../../testing/statement-log.ts';

const metricsSeconds = 2;
let token: string;
const portal = forFile(() =>
  startTestPortal({ LIMIT_METRICS_POINTS: '30', LIMIT_METRICS_SECONDS: String(metricsSeconds) }),
);
beforeAll(async () => {
  token = (await buildCustomer(portal)).token;
});

/** 12:00 in New York. */
const noon = hoursFrom(0);

async function recordSignIn(at: Date, times = 1): Promise<void> {
  for (let index = 0; index < times; index += 1) await countSignIn(portal.db, at);
}

const textOf = (time: Date | string) => (time instanceof Date ? time.toISOString() : time);
const read = (startTime: Date | string, endTime: Date | string) =>
  portal.get('/login/otp/login-stats', { startTime: textOf(startTime), endTime: textOf(endTime) }, token);
const signIns = async (startTime: Date | string, endTime: Date) =>
  (await read(startTime, endTime)).json().login.success as number;

describe('[API-24] login-stats', () => {
  beforeAll(async () => {
    await recordSignIn(hoursFrom(-30), 8);
    await recordSignIn(hoursFrom(-2));
    await recordSignIn(new Date(hoursFrom(-1).getTime() - 1), 2);
    await recordSignIn(hoursFrom(-1), 4);
  });

  test('counts by the hour: from that of the start to that of the end', async () => {
    expect(await signIns(hoursFrom(-2), hoursFrom(-1))).toBe(3);
    expect(await signIns(hoursFrom(-1), hoursFrom(0))).toBe(4);
    expect(await signIns(hoursFrom(-1.1), hoursFrom(-0.9))).toBe(7);
    expect(await signIns(hoursFrom(-24), hoursFrom(0))).toBe(7);
  });

  test('[METRICS-1] counts everything from the time 0', async () => {
    expect(await signIns('0', hoursFrom(0))).toBe(15);
    expect(await signIns('0', hoursFrom(-3))).toBe(8);
    expect(await signIns('0', hoursFrom(-9_000))).toBe(0);
  });

  test('[METRICS-1] [CONFIG-2] has a series that adds up to the totals, with as many points as the limit says', async () => {
    const { series, login } = (await read(hoursFrom(-48), hoursFrom(0))).json();
    expect(series).toHaveLength(24);
    expect(login).toEqual({ total: 15, success: 15, failure: 0 });
    const counted = series.filter((point: { login: { total: number } }) => point.login.total > 0);
    expect(counted).toMatchObject([
      { at: hoursFrom(-30).toISOString(), login: { success: 8 }, payment: { total: 0 } },
      { at: hoursFrom(-2).toISOString(), login: { success: 7 }, iframe: { total: 0 } },
    ]);
    for (const hours of [29, 31, 720, 9_000])
      expect((await read(hoursFrom(-hours), hoursFrom(0))).json().series.length).toBeLessThanOrEqual(30);
  });

  test.each([
    ['startTime', '1', noon.toISOString()],
    ['startTime', 'yesterday', noon.toISOString()],
    ['startTime', '2026-11-24', noon.toISOString()],
    ['startTime', '0000-01-01T00:00:00Z', noon.toISOString()],
    ['endTime', '0', '9999-12-31T23:59:59-12:00'],
    ['endTime', '0', '0'],
    ['endTime', '0', ''],
    ['endTime', noon.toISOString(), noon.toISOString()],
    ['endTime', noon.toISOString(), hoursFrom(-1).toISOString()],
  ])('refuses a bad %s: %s to %s', async (field, startTime, endTime) => {
    const response = await read(startTime, endTime);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'request.invalid', errors: [{ field }] });
  });

  test('counts once for all who look at the same hours, and again after half the page’s time', async () => {
    const other = (await buildCustomer(portal)).token;
    const asOther = async () => {
      const range = { startTime: hoursFrom(-100.5).toISOString(), endTime: hoursFrom(-99).toISOString() };
      return (await portal.get('/login/otp/login-stats', range, other)).json().login.success;
    };
    const statements: string[] = [];
    await watchStatements(
      async () => {
        const looks = Array.from({ length: 10 }, () => signIns(hoursFrom(-100), hoursFrom(-99)));
        expect(await Promise.all(looks)).toEqual(Array(10).fill(0));
        await recordSignIn(hoursFrom(-100), 3);
        expect(await signIns(hoursFrom(-99.9), hoursFrom(-99.1))).toBe(0);
      },
      (text) => statements.push(text),
    );
    expect(statements.filter((text) => text.includes('metric_hour'))).toHaveLength(1);
    expect(await asOther(), 'other hours are counted').toBe(3);
    await setTimeout(metricsSeconds * 500 + 50);
    expect(await signIns(hoursFrom(-100), hoursFrom(-99))).toBe(3);
    expect((await read(hoursFrom(-99), hoursFrom(-100))).statusCode).toBe(400);
  });

  test('answers for the longest range', async () => {
    const longest = await read('1970-01-01T00:00:00Z', '9998-12-31T23:59:59Z');
    expect(longest.json().login.success).toBe(18);
    expect(longest.json().series.length).toBeLessThanOrEqual(30);
  });
});
