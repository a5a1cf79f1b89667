import { expect, test } from 'vitest';
import { formatCursor, parseCursor } from './export-cursor.rules.ts';

const stream = '0f8fad5b-d9cb-469f-a165-70867728950e';
const batch = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('[EXPORT-2] a cursor survives being written and read', () => {
  const cursor = { stream, position: 17, batch };
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
  expect(formatCursor(cursor)).toMatch(/^[\w-]+$/);
});

test.each([
  ['empty text', ''],
  ['another text', 'yesterday'],
  ['numbers', '1234.56'],
  ['a later version', encode({ v: 3, at: { [stream]: [1, batch] } })],
  ['no stream', encode({ v: 2, at: {} })],
  ['two streams', encode({ v: 2, at: { [stream]: [1, batch], [batch]: [1, batch] } })],
  ['position 0', encode({ v: 2, at: { [stream]: [0, batch] } })],
  ['half a position', encode({ v: 2, at: { [stream]: [1.5, batch] } })],
  ['a batch that is no UUID', encode({ v: 2, at: { [stream]: [1, "x'; --"] } })],
  ['an unknown field', encode({ v: 2, at: { [stream]: [1, batch] }, more: 1 })],
])('[EXPORT-2] %s is no cursor', (_what, text) => {
  expect(parseCursor(text)).toBeUndefined();
});
