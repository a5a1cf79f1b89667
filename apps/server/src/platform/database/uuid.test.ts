import { expect, test } from 'vitest';
import { isUuid, newId } from './uuid.ts';

test('new ids are version 7, of this time, and each comes after the one before it', () => {
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, newId);
  const after = Date.now();
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(madeAt >= before && madeAt <= after).toBe(true);
  }
  expect(ids).toEqual([...new Set(ids)].toSorted());
  // Most of the last group is random, and drawn for each id anew.
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(ids.length);
});
