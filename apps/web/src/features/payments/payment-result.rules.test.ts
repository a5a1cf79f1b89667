import type { ProblemCode } from '@myaccount/contract/problem';
import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/api-problem.ts';
import { isConclusive, refusalOf } from './payment-result.rules.ts';

function refused(status: number, code: ProblemCode, more: object = {}, retryAfter?: string) {
  return new ApiProblem(status, { code, correlationId: 'c-12345678', ...more }, retryAfter);
}

test.each([
  ['7K3MQ9TX', '7K3M-Q9TX'],
  [undefined, 'c-12345678'],
])(
  '[PAY-5] a decline keeps the reason in plain words; with the reference %s it is named %s',
  (given, reference) => {
    const problem = refused(402, 'payments.declined', { detail: 'Insufficient funds', reference: given });
    expect(refusalOf(problem)).toEqual({ kind: 'declined', reason: 'Insufficient funds', reference });
  },
);

test.each([
  ['payments.method-not-usable', { selectedCard: 'methodNotUsable' }],
  ['payments.amount-too-large', { customAmount: 'amountTooLarge' }],
  ['payments.nothing-due', { customAmount: 'nothingDue' }],
] as const)('[PAY-1] %s is reported where it belongs', (code, errors) => {
  expect(refusalOf(refused(400, code))).toEqual({ kind: 'fields', errors });
});

test.each([
  ['amount', { customAmount: 'amountInvalid' }],
  ['payment_method.token', { selectedCard: 'methodNotUsable' }],
  ['consent', { isDebitAuthorized: 'authorizationMissing' }],
])('[PAY-1] a refused %s is reported where it belongs', (field, errors) => {
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

test.each([
  ['no answer', new ApiProblem(0, { correlationId: 'c-12345678' }), true, false],
  ['a failure of the server', refused(500, 'server.error'), true, false],
  ['a database that is away', refused(503, 'server.unavailable'), true, false],
  ['an unavailable processor', refused(503, 'payments.processor-unavailable'), true, true],
  ['a decline', refused(402, 'payments.declined'), true, true],
  ['a decline on a retry', refused(402, 'payments.declined'), false, true],
  ['too many tries', refused(429, 'request.too-many'), true, true],
  ['too many tries while the result is unknown', refused(429, 'request.too-many'), false, false],
  ['a session that ended while the result is unknown', refused(401, 'request.unauthorized'), false, false],
])('[PAY-6] %s settles the intent or not', (_after, problem, isFirst, isOver) => {
  expect(isConclusive(problem, isFirst)).toBe(isOver);
});
