import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { counter, flag, openTable, rowNumber, text, textOrNull, whole } from './table.ts';

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
});
afterEach(() => database.close());

const ticketColumns = {
  ticket: text('primary key'),
  outcomeCents: whole(),
  isVerified: flag,
  tries: counter,
  usedAt: textOrNull(),
};
const yes = { ticket: 'yes', outcomeCents: 5, isVerified: true };
const no = { ticket: 'no', outcomeCents: 7, isVerified: false };

function openTickets() {
  const tickets = openTable(database, 'frame_ticket', ticketColumns, [['outcomeCents', 'usedAt']]);
  tickets.insert(yes);
  tickets.insert(no);
  return tickets;
}

it('reads what it inserted, with the same members and their booleans, newest first', () => {
  const tickets = openTickets();
  const first = { ...yes, tries: 0, usedAt: null };
  const second = { ...no, tries: 0, usedAt: null };
  expect(tickets.list({})).toEqual([second, first]);
  expect(tickets.list({}, 1)).toEqual([second]);
  expect(tickets.find({ isVerified: true })).toEqual(first);
  expect(tickets.find({ ticket: 'none' })).toBeUndefined();
  expect(tickets.find({})).toEqual(second);
});

it('finds rows by several values, by null, and by comparing; what is undefined restricts nothing', () => {
  const tickets = openTickets();
  tickets.update({ ticket: 'no' }, { usedAt: '2026' });
  const found = (where: Parameters<typeof tickets.list>[0]) =>
    tickets.list(where).map(({ ticket }) => ticket);
  expect(found({ usedAt: null })).toEqual(['yes']);
  expect(found({ usedAt: null, outcomeCents: 7 })).toEqual([]);
  expect(found({ usedAt: undefined, outcomeCents: 7 })).toEqual(['no']);
  expect(found({ outcomeCents: { atLeast: 5 } })).toEqual(['no', 'yes']);
  expect(found({ outcomeCents: { after: 5 } })).toEqual(['no']);
  expect(found({ outcomeCents: { atMost: 5 } })).toEqual(['yes']);
  expect(found({ outcomeCents: { not: 5 } })).toEqual(['no']);
  expect([tickets.count({ usedAt: null }), tickets.count({})]).toEqual([1, 2]);
});

it('numbers rows, and says how many it changed or deleted', () => {
  const bookings = openTable(database, 'booking', { number: rowNumber, ends: text() });
  expect([bookings.insert({ ends: 'a' }), bookings.insert({ ends: 'b' })]).toEqual([1, 2]);
  expect(bookings.update({}, { ends: 'c' })).toBe(2);
  expect(bookings.update({ ends: 'a' }, { ends: 'd' })).toBe(0);
  expect([bookings.delete({ number: 3 }), bookings.delete({ number: 2 })]).toEqual([0, 1]);
  expect(bookings.list({})).toEqual([{ number: 1, ends: 'c' }]);
});

it('replaces a row with the same key, or leaves it and says so', () => {
  const hub = openTable(database, 'hub', { id: text('primary key'), callback: text() });
  expect(hub.insertNew({ id: 'h', callback: 'first' })).toBe(true);
  expect(hub.insertNew({ id: 'h', callback: 'second' })).toBe(false);
  expect(hub.list({})).toEqual([{ id: 'h', callback: 'first' }]);
  expect(() => hub.insert({ id: 'h', callback: 'second' })).toThrow('UNIQUE');
  hub.replace({ id: 'h', callback: 'third' });
  expect(hub.list({})).toEqual([{ id: 'h', callback: 'third' }]);
});

it('keeps rows when it is opened again', () => {
  openTickets();
  const tickets = openTable(database, 'frame_ticket', ticketColumns);
  expect(tickets.find({ ticket: 'no' })).toMatchObject({ outcomeCents: 7 });
});
