import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandboxDatabase, type SandboxDatabase } from './sandbox-database.ts';

let folder: string;
let database: SandboxDatabase;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sql-'));
  database = openSandboxDatabase(folder);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const frame = {
  id: 'f',
  sequence: '1',
  kind: 'card',
  questions: '{}',
  expiresAt: '2026-03-10T15:00:00.000Z',
};

it('reads what it inserted, with the same members and their booleans', () => {
  const { sql } = database;
  sql.insert('card_frame', frame);
  sql.insert('card_frame', { ...frame, id: 'g', sequence: '2' });
  for (const [frameId, ticket, isVerified] of [
    ['f', 'yes', true],
    ['g', 'no', false],
  ] as const) {
    const row = { ticket, frameId, brand: 'VISA', lastFour: '4242', expiry: '0829', outcomeCents: 0 };
    sql.insert('frame_ticket', { ...row, isVerified, expiresAt: frame.expiresAt });
    expect(sql.get`select * from frame_ticket where ticket = ${ticket}`).toEqual({
      ...row,
      isVerified,
      expiresAt: frame.expiresAt,
      usedAt: null,
    });
  }
  expect(sql.get`select * from frame_ticket where ticket = 'none'`).toBeUndefined();
  expect(sql.all`select id from card_frame order by id`).toEqual([{ id: 'f' }, { id: 'g' }]);
});

it('numbers rows, and says how many it changed', () => {
  const { sql } = database;
  const booking = { area: '43206', category: 'repair', starts: 'a', ends: 'b' };
  expect([sql.insert('other_booking', booking), sql.insert('other_booking', booking)]).toEqual([1, 2]);
  expect(sql.run`update other_booking set ends = 'c'`).toBe(2);
  expect(sql.run`delete from other_booking where number = 3`).toBe(0);
});

it('replaces a row with the same key, or leaves it and says so', () => {
  const { sql } = database;
  expect(sql.insertNew('hub', { id: 'h', callback: 'first' })).toBe(true);
  expect(sql.insertNew('hub', { id: 'h', callback: 'second' })).toBe(false);
  expect(sql.all`select * from hub`).toEqual([{ id: 'h', callback: 'first' }]);
  expect(() => sql.insert('hub', { id: 'h', callback: 'second' })).toThrow('UNIQUE');
  sql.replace('hub', { id: 'h', callback: 'third' });
  expect(sql.all`select * from hub`).toEqual([{ id: 'h', callback: 'third' }]);
});
