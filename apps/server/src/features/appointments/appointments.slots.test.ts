import { expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildVisit } from '../../testing/builders/appointment.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';
import { openChange, takeSlot } from './change.repository.ts';
import { type ReadTimes, storeSlots } from './slot.repository.ts';

const portal = forFile(() => startTestPortal());

const time = { startsAt: new Date('2026-12-01T13:00:00Z'), endsAt: new Date('2026-12-01T15:00:00Z') };
const group = { area: '43215', kind: 'repair' } as const;
const reading = (): ReadTimes => ({
  ...group,
  days: ['2026-12-01'],
  times: [{ ...time, day: '2026-12-01', capacity: 1 }],
  readAt: portal.clock.now(),
  timeZone: 'America/New_York',
});
const store = () => portal.db.transaction().execute((trx) => storeSlots(trx, reading()));

test('[SCHEDULE-6] a place that is taken while the times are read again stays taken', async () => {
  await store();
  const { id: appointmentId, accountId } = await buildVisit(portal.portal, await buildAccount(portal.db));
  portal.clock.advance(1_000);
  let stored: Promise<void> | undefined;
  await portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    expect(await takeSlot(trx, { ...group, ...time }, now)).toBeUndefined();
    await openChange(trx, { appointmentId, accountId, area: group.area, ...time, requestedAt: now });
    stored = store();
    // The reading reaches the place that this booking holds.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await stored;
  expect(await readRows(portal.db, 'slot', { area: group.area })).toMatchObject([{ taken: 1 }]);
  const second = portal.db
    .transaction()
    .execute((trx) => takeSlot(trx, { ...group, ...time }, portal.clock.now()));
  expect(await second).toBe('taken');
});

test('[SCHEDULE-2] a time or a day that the field service names twice is stored once, with the larger room', async () => {
  const twice = { ...time, day: '2026-12-01' };
  const named = {
    ...reading(),
    area: '43216',
    days: ['2026-12-01', '2026-12-01'],
    times: [1, 3, 2].map((capacity) => ({ ...twice, capacity })),
  };
  await portal.db.transaction().execute((trx) => storeSlots(trx, named));
  expect(await readRows(portal.db, 'slot', { area: '43216' })).toMatchObject([{ capacity: 3, taken: 0 }]);
  expect(await readRows(portal.db, 'slot_day', { area: '43216' })).toHaveLength(1);
});

test('[SCHEDULE-6] where visits cannot be counted, a place that was taken stays taken, and what is new is free', async () => {
  const area = '43217';
  const at = (day: number) => ({
    startsAt: new Date(`2026-12-0${day}T13:00:00Z`),
    endsAt: new Date(`2026-12-0${day}T15:00:00Z`),
  });
  const read = (days: readonly number[], isCounted: boolean) => {
    portal.clock.advance(1_000);
    const dated = days.map((day) => ({ ...at(day), day: `2026-12-0${day}`, capacity: 1 }));
    const times = { ...reading(), area, days: dated.map(({ day }) => day), times: dated };
    return portal.db.transaction().execute((trx) => storeSlots(trx, times, isCounted));
  };
  await read([1], true);
  const { id: appointmentId, accountId } = await buildVisit(portal.portal, await buildAccount(portal.db));
  await portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    await takeSlot(trx, { ...group, area, ...at(1) }, now);
    await openChange(trx, { appointmentId, accountId, area, ...at(1), requestedAt: now });
  });
  await read([1, 2], false);
  const rows = await readRows(portal.db, 'slot', { area }, 'starts_at');
  expect(rows.map(({ taken, capacity }) => [taken, capacity])).toEqual([
    [1, 1],
    [0, 1],
  ]);
});
