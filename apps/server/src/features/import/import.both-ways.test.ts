import type { ImportLine } from '@myaccount/contract/import';
import { expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { customerLines } from '../../../../sandbox/src/population/population.ts';
import { byCustomer, changedFields, contentsOf, differences, monthLater } from '../../testing/both-ways.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';
import { insertOrder } from './write/import.writes.repository.ts';

const file = forFile(() => startTestImport());
const calls = forFile(() => startTestImport());
const today = '2026-11-24';
/** What the literals of PostgreSQL's arrays and of COPY give a meaning. */
const special = { firstName: 'NULL', lastName: String.raw`{"a",\N} \t` };
/** Generated customers. */
const customers = 24;

test('a file and calls, customer by customer, end in the same rows, now and a month later', async () => {
  const generated = Array.from({ length: customers }, (_, index) =>
    customerLines(index, { seed: 12_991, bills: 4, today }),
  );
  const lines = [...demoFile(today), ...generated.flat()] as ImportLine[];
  const first = lines.map((line) => (line.type === 'customer' ? { ...line, ...special } : line));
  await file.importWell(...first);
  for (const records of byCustomer(first)) expect(await calls.callWith(...records)).toEqual([]);
  expect(differences(await contentsOf(calls), await contentsOf(file))).toEqual({});

  const later = await monthLater(first, file);
  for (const desk of [file, calls]) desk.clock.set('2026-12-24T17:00:00Z');
  await file.importWell(...later);
  for (const records of byCustomer(later)) {
    const changed = changedFields(records, first);
    const refusals = await calls.callWith(...changed);
    expect({ changed, refusals }).toEqual({ changed, refusals: [] });
  }
  const [ofFile, ofCalls] = [await contentsOf(file), await contentsOf(calls)];
  expect(differences(ofCalls, ofFile)).toEqual({});
  expect(await calls.failedChecks()).toEqual([]);
  // The month has everything that an import writes.
  for (const table of [...insertOrder, 'outbox', 'late_debt'])
    expect([table, ofFile[table]]).not.toEqual([table, []]);
  expect(ofFile.outbox?.join()).toContain('"openCents":');
  const hasInvoice = (...parts: string[]) =>
    ofFile.invoice?.some((text) => parts.every((part) => text.includes(part)));
  expect(hasInvoice('"reversed_on":"2026-12-15"', '"replaced_by":"bill MONTH-')).toBe(true);
  expect(hasInvoice('"issued_on":"2026-12-12"', '"kind":"credit"')).toBe(true);
  expect(ofFile.payment_allocation?.join()).toMatch(/"reversed_at":"2026-12-24/);
});
