import { beforeEach, describe, expect, test } from 'vitest';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal } from '../testing/portal.ts';
import {
  type Budget,
  consumeAll,
  countExceeded,
  countUses,
  isUsedUp,
  limitOf,
  readUses,
  resetLimits,
  rowKeysOf,
  type SharedBudget,
  tryConsume,
} from './rate-limit.ts';

const portal = forFile(() => startTestPortal());
beforeEach(async () => {
  await portal.db.deleteFrom('rate_limit' as never).execute();
});

const budget = (key: string, points = 2, seconds = 60): Budget => ({ key, points, seconds });
const consume = (...budgets: Budget[]) => tryConsume(portal.portal, budgets);

async function count(budgets: readonly (Budget | SharedBudget)[], uses?: number): Promise<string[]> {
  await countUses(portal.portal, budgets, uses);
  return countExceeded(await readUses(portal.portal, budgets));
}

async function countedPoints(): Promise<Record<string, number>> {
  const { rows } = await portal.pool.query('select key, points from rate_limit');
  return Object.fromEntries(rows.map(({ key, points }) => [key, points]));
}

describe('budgets', () => {
  test('are counted together, or not at all if one of them is used up', async () => {
    expect([await consume(budget('a')), await consume(budget('a'))]).toEqual([true, true]);
    expect(await consume(budget('a'), budget('b'))).toBe(false);
    expect(await consume(budget('b'), budget('a'))).toBe(false);
    expect(await countedPoints()).toEqual({ a: 2 });
  });

  test('start again after their window, with the time until then in Retry-After', async () => {
    await consume(budget('a', 1, 60), budget('b', 1, 90));
    portal.clock.advance(59_001);
    const refused = consumeAll(portal.portal, [budget('a', 1, 60)], 'request.too-many');
    await expect(refused).rejects.toMatchObject({
      code: 'request.too-many',
      options: { retryAfterSeconds: 1 },
    });
    const both = consumeAll(portal.portal, [budget('a', 1, 60), budget('b', 1, 90)], 'request.too-many');
    await expect(both).rejects.toMatchObject({ options: { retryAfterSeconds: 31 } });
    portal.clock.advance(999);
    expect(await consume(budget('a', 1, 60))).toBe(true);
    expect(await consume(budget('a', 1, 60))).toBe(false);
    portal.clock.advance(59_999);
    expect(await consume(budget('a', 1, 60)), 'a refused use does not prolong the window').toBe(false);
    portal.clock.advance(1);
    expect(await consume(budget('a', 1, 60))).toBe(true);
  });

  test('hold for calls at the same moment', async () => {
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        index % 2 ? consume(budget('a', 10), budget('b', 99)) : consume(budget('b', 99), budget('a', 10)),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(10);
    expect((await countedPoints()).a).toBe(10);
  });

  test('give their last point to one of the calls that wait for it', async () => {
    await consume(budget('a'));
    const held = await portal.pool.connect();
    await held.query("begin; select from rate_limit where key = 'a' for update");
    const waiting = [consume(budget('a'), budget('b')), consume(budget('a'), budget('b'))];
    const blocked =
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%rate_limit%'";
    await expect.poll(async () => (await held.query(blocked)).rowCount, { timeout: 10_000 }).toBe(2);
    await held.query('commit');
    held.release();
    expect((await Promise.all(waiting)).sort()).toEqual([false, true]);
    expect((await countedPoints()).a).toBe(2);
  });

  test('of 0 seconds limit nothing', async () => {
    for (let use = 0; use < 5; use += 1) expect(await consume(budget('a', 1, 0))).toBe(true);
    expect(await countedPoints()).toEqual({});
  });

  test('with one key count it once, and the strictest holds', async () => {
    expect(await consume(budget('a', 9, 90), budget('a', 1, 60), budget('b'))).toBe(true);
    expect(await consume(budget('a', 9), budget('a', 1))).toBe(false);
    expect(await consume(budget('a', 1), budget('a', 9))).toBe(false);
    expect(await countedPoints()).toEqual({ a: 1, b: 1 });
    portal.clock.advance(89_999);
    expect(await consume(budget('a', 1)), 'the longest window').toBe(false);
    expect(await count([budget('c', 9, 60), budget('c', 1, 90)], 2)).toEqual(['c']);
    expect(await countedPoints()).toMatchObject({ c: 2 });
    portal.clock.advance(60_000);
    expect(await isUsedUp(portal.portal, [budget('c', 1)])).toBe(true);
  });

  test('can be counted without a refusal, and read without being counted', async () => {
    expect(await isUsedUp(portal.portal, [budget('a'), budget('b')])).toBe(false);
    expect(await count([budget('a'), budget('b', 3)], 2)).toEqual([]);
    expect(await isUsedUp(portal.portal, [budget('b', 3)])).toBe(false);
    expect(await isUsedUp(portal.portal, [budget('b', 3), budget('a')])).toBe(true);
    expect(await count([budget('a'), budget('b', 3)])).toEqual(['a']);
    expect(await countedPoints()).toEqual({ a: 3, b: 3 });
    portal.clock.advance(60_000);
    expect(await isUsedUp(portal.portal, [budget('a')])).toBe(false);
    expect(await count([budget('a')], 2)).toEqual([]);
    expect(await countedPoints()).toEqual({ a: 2, b: 3 });
  });
});

describe('a budget that everybody uses', () => {
  const shared = (points: number): SharedBudget => ({
    key: 'total:all',
    points,
    seconds: 60,
    isShared: true,
  });
  const everybody = (uses: number) => Array.from({ length: uses }, () => count([shared(25)]));

  test('is exceeded by every use beyond its last, also at the same moment, and by none before', async () => {
    expect((await Promise.all(everybody(25))).flat()).toEqual([]);
    expect((await Promise.all(everybody(15))).flat()).toHaveLength(15);
    expect(await isUsedUp(portal.portal, [shared(40)])).toBe(true);
    expect(await isUsedUp(portal.portal, [shared(41)])).toBe(false);
    const rows = Object.entries(await countedPoints());
    expect(rows.length, 'several rows, so that uses do not wait for each other').toBeGreaterThan(3);
    expect(rows.every(([key]) => rowKeysOf(shared(1)).includes(key))).toBe(true);
  });

  test('is exceeded by no fewer uses when they meet its end', async () => {
    const exceeded = await Promise.all(everybody(40));
    expect(exceeded.flat().length).toBeGreaterThanOrEqual(15);
  });

  test('has one window, that of its first use', async () => {
    await Promise.all(everybody(8));
    portal.clock.advance(59_000);
    await Promise.all(everybody(40));
    expect(await isUsedUp(portal.portal, [shared(48)])).toBe(true);
    portal.clock.advance(999);
    expect(await isUsedUp(portal.portal, [shared(48)])).toBe(true);
    portal.clock.advance(1);
    expect(await isUsedUp(portal.portal, [shared(1)])).toBe(false);
    expect(await count([shared(0)])).toEqual(['total:all']);
    expect(await isUsedUp(portal.portal, [shared(2)])).toBe(false);
  });

  test('keeps what the release before counted, in one row', async () => {
    const insert = 'insert into rate_limit (key, points, expire) values ($1, 25, $2)';
    await portal.pool.query(insert, ['total:all', portal.clock.now().getTime() + 5_000]);
    expect(await count([shared(25)])).toEqual(['total:all']);
    portal.clock.advance(5_000);
    expect(await isUsedUp(portal.portal, [shared(1)])).toBe(false);
  });
});

test('a limit refuses one key and no other, and can be reset by the end of its keys', async () => {
  const limit = limitOf(portal.portal, { name: 'test', points: 1, seconds: 60, code: 'request.too-many' });
  await limit.consume('kim');
  await limit.consume('ana');
  await expect(limit.consume('kim')).rejects.toMatchObject({ code: 'request.too-many' });
  await portal.db.transaction().execute((trx) => resetLimits(trx, 'kim'));
  await limit.consume('kim');
  await expect(limit.consume('ana')).rejects.toMatchObject({ code: 'request.too-many' });
});
