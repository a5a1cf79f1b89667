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
])('[PAY-5] a decline keeps its reason; its reference %s reads %s', (given, reference) => {
  const problem = refused(402, 'payments.declined', { detail: 'Insufficient funds', reference: given });
  expect(refusalOf(problem)).toEqual({ kind: 'declined', reason: 'Insufficient funds', reference });
});

const bothWrong = { customAmount: 'amountInvalid', selectedCard: 'methodNotUsable' };
const bothConsents = {
  isDebitAuthorized: 'authorizationMissing',
  isAutopayAuthorized: 'autopayAuthorizationMissing',
};
const invalid = (...fields: string[]) =>
  refused(400, 'request.invalid', { errors: fields.map((field) => ({ field, code: 'invalid' })) });

test.each([
  [refused(400, 'payments.method-not-usable'), { selectedCard: 'methodNotUsable' }],
  [refused(400, 'payments.amount-too-large'), { customAmount: 'amountTooLarge' }],
  [refused(400, 'payments.nothing-due'), { customAmount: 'nothingDue' }],
  [invalid('amount'), { customAmount: 'amountInvalid' }],
  [invalid('payment_date'), { paymentDate: 'dateNotAllowed' }],
  [invalid('consents'), bothConsents],
  [invalid('consents.0.textVersion'), bothConsents],
  [invalid('paymentType'), { paymentType: 'recurringRefused' }],
  [invalid('amount', 'payment_method.token'), bothWrong],
])('[PAY-1] a refused value is reported where it belongs (%#)', (problem, errors) => {
  expect(refusalOf(problem)).toEqual({ kind: 'fields', errors });
});

test.each([
  ['PAY-5', 404, 'request.not-found', { kind: 'failed', reference: 'c-12345678' }],
  ['PAY-5', 409, 'payments.key-reused', { kind: 'failed', reference: 'c-12345678' }],
  ['PAY-6', 409, 'payments.balance-changed', { kind: 'balanceChanged' }],
  ['PAY-6', 409, 'payments.in-progress', { kind: 'inProgress' }],
  ['LOGIN-7', 401, 'request.unauthorized', { kind: 'signedOut' }],
] as const)('[PAY-5] [PAY-6] [LOGIN-7] a refusal is told apart (%s): %i %s', (_id, status, code, refusal) => {
  expect(refusalOf(refused(status, code))).toEqual(refusal);
});

test('[PAY-5] too many tries say how long to wait', () => {
  expect(refusalOf(refused(429, 'request.too-many', {}, '61'))).toEqual({ kind: 'tooMany', waitSeconds: 61 });
  expect(refusalOf(refused(429, 'request.too-many'))).toEqual({ kind: 'tooMany', waitSeconds: 60 });
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
