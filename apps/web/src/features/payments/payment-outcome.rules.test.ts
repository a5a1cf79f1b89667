import type { ProblemCode } from '@myaccount/contract/problem';
import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/api-problem.ts';
import { isConclusive, refusalOf } from './payment-outcome.rules.ts';

function refused(status: number, code: ProblemCode, more: object = {}, retryAfter?: string) {
  return new ApiProblem(status, { code, correlationId: 'c-12345678', ...more }, retryAfter);
}

test('[PAY-5] a decline keeps the reason in plain words', () => {
  const problem = refused(402, 'payments.declined', { detail: 'Insufficient funds' });
  expect(refusalOf(problem)).toEqual({
    kind: 'declined',
    reason: 'Insufficient funds',
    correlationId: 'c-12345678',
  });
});

test.each([
  ['payments.method-not-usable', { selectedCard: 'methodNotUsable' }],
  ['payments.amount-too-large', { customAmount: 'amountTooLarge' }],
  ['payments.nothing-due', { formSubmitError: 'nothingDue' }],
] as const)('[PAY-1] %s stands where it belongs', (code, errors) => {
  expect(refusalOf(refused(400, code))).toEqual({ kind: 'fields', errors });
});

test.each([
  ['amount', { customAmount: 'amountInvalid' }],
  ['payment_method.token', { selectedCard: 'methodNotUsable' }],
  ['consent', { isDebitAuthorized: 'authorizationMissing' }],
])('[PAY-1] a refused %s stands where it belongs', (field, errors) => {
  const problem = refused(400, 'request.invalid', { errors: [{ field, code: 'invalid' }] });
  expect(refusalOf(problem)).toEqual({ kind: 'fields', errors });
});

test('[PAY-5] a refusal that nobody foresaw is a failure, with its reference', () => {
  expect(refusalOf(refused(404, 'request.not-found')).kind).toBe('failed');
  expect(refusalOf(refused(409, 'payments.key-reused')).kind).toBe('failed');
});

test('[PAY-6] a balance that changed and a payment under way have their own words', () => {
  expect(refusalOf(refused(409, 'payments.balance-changed'))).toEqual({ kind: 'balanceChanged' });
  expect(refusalOf(refused(409, 'payments.in-progress'))).toEqual({ kind: 'inProgress' });
});

test('[LOGIN-7] a session that ended is no failed payment', () => {
  expect(refusalOf(refused(401, 'request.unauthorized'))).toEqual({ kind: 'signedOut' });
});

test('[PAY-5] too many tries say how long to wait, in whole minutes', () => {
  expect(refusalOf(refused(429, 'request.too-many', {}, '61'))).toEqual({ kind: 'tooMany', minutes: 2 });
  expect(refusalOf(refused(429, 'request.too-many'))).toEqual({ kind: 'tooMany', minutes: 1 });
});

test.each<{ after: string; problem: ApiProblem; isFirst: boolean; isOver: boolean }>([
  {
    after: 'no answer',
    problem: new ApiProblem(0, { correlationId: 'c-12345678' }),
    isFirst: true,
    isOver: false,
  },
  { after: 'a failure of the server', problem: refused(500, 'server.error'), isFirst: true, isOver: false },
  {
    after: 'a database that is away',
    problem: refused(503, 'server.unavailable'),
    isFirst: true,
    isOver: false,
  },
  {
    after: 'an unavailable processor',
    problem: refused(503, 'payments.processor-unavailable'),
    isFirst: true,
    isOver: true,
  },
  { after: 'a decline', problem: refused(402, 'payments.declined'), isFirst: true, isOver: true },
  {
    after: 'a decline on a retry',
    problem: refused(402, 'payments.declined'),
    isFirst: false,
    isOver: true,
  },
  { after: 'too many tries', problem: refused(429, 'request.too-many'), isFirst: true, isOver: true },
  {
    after: 'too many tries while the result is unknown',
    problem: refused(429, 'request.too-many'),
    isFirst: false,
    isOver: false,
  },
  {
    after: 'a session that ended while the result is unknown',
    problem: refused(401, 'request.unauthorized'),
    isFirst: false,
    isOver: false,
  },
])('[PAY-6] $after settles the intent: $isOver', ({ problem, isFirst, isOver }) => {
  expect(isConclusive(problem, isFirst)).toBe(isOver);
});
