import { expect, test } from 'vitest';
import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import { contactField, expectReading } from './contacts.ts';
import type { Side } from './records.ts';
import {
  differingBalances,
  differingPayments,
  differingRecords,
  differingSets,
  type Made,
} from './referee.rules.ts';

const made: Made = { account: '1', id: 'p', cents: 500, state: 'COMPLETED', reference: '9' };
const charge = { reference: '9', amountCents: 500, state: 'captured' } as SandboxCharge;
const posted = { account: '1', id: 'p', cents: 500, status: 'APPLIED' };
const owing = (cents: number, email = 'a@b.c'): Side => ({
  records: new Map(),
  accounts: new Map([['1', { cents, price: 100, billType: 'EMAIL', email }]]),
});

test('a record that is missing on a side, there twice, or another one is found', () => {
  const records = (texts: Record<string, string[]>) => new Map(Object.entries(texts));
  expect(differingRecords(records({ a: ['x'] }), records({ a: ['x'] }))).toEqual([]);
  expect(differingRecords(records({}), records({ a: ['x'] }))).toEqual(['a is there, and not here: x']);
  expect(differingRecords(records({ a: ['x'] }), records({}))).toEqual(['a is here, and not there: x']);
  expect(differingRecords(records({ a: ['x', 'x'] }), records({ a: ['x'] }))).toEqual([
    'a is here 2 times, there 1 times',
  ]);
  expect(differingRecords(records({ a: ['x'] }), records({ a: ['y'] }))).toEqual(['a is here x, there y']);
});

test('a payment made here is what was charged, and what billing lists of it', () => {
  expect(differingPayments([made], [charge], [posted])).toEqual([]);
  expect(differingPayments([made], [], [])).toHaveLength(1);
  expect(differingPayments([], [charge], [])).toHaveLength(1);
  expect(differingPayments([{ ...made, cents: 501 }], [charge], [posted])).toHaveLength(2);
  expect(differingPayments([made], [charge], [posted, posted])).toHaveLength(1);
  expect(differingPayments([made], [charge], [{ ...posted, account: '2' }])).toHaveLength(1);
  const declined = { ...charge, state: 'declined' } as const;
  expect(differingPayments([{ ...made, state: 'PROCESSING_ERROR' }], [declined], [])).toEqual([]);
});

test('a payment made here counts once: by itself, or as billing lists it', () => {
  expect(differingBalances(owing(1_000), owing(1_500), [made], [])).toEqual([]);
  expect(differingBalances(owing(1_000), owing(1_000), [made], [posted])).toEqual([]);
  const canceled = { ...posted, status: 'CANCELED' };
  expect(differingBalances(owing(1_000), owing(1_500), [made], [canceled])).toEqual([]);
  expect(differingBalances(owing(1_000), owing(1_000), [made], [])).toEqual([
    'account 1 owes 10 here, 5 by billing’s books',
  ]);
  expect(differingBalances(owing(0, 'x@y.z'), owing(0), [], [])).toHaveLength(1);
});

test('what is expected is there once, and nothing else', () => {
  expect(differingSets('the mail', ['a'], ['a'])).toEqual([]);
  expect(differingSets('the mail', ['a', 'a', 'b'], ['a', 'c'])).toEqual([
    'the mail a is there 2 times, not 1',
    'the mail c is there 0 times, not 1',
    'the mail b is there 1 times, not 0',
  ]);
});

test('a field is taken when it changed there, unless it was changed here', () => {
  const field = contactField('1', 'phone', 'old');
  Object.assign(field, { there: 'theirs' });
  expectReading(field);
  expect(field).toMatchObject({ here: 'theirs', isListed: false });
  Object.assign(field, { here: 'ours' });
  expectReading(field);
  expect(field).toMatchObject({ here: 'ours', isListed: false });
  Object.assign(field, { there: 'other' });
  expectReading(field);
  expect(field).toMatchObject({ here: 'ours', isListed: true });
});
