import { describe, expect, test } from 'vitest';
import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import type { PaymentState } from '../../platform/database/tables.payments.ts';
import { askBankAgainMs, askUnknownAgainMs, judgeAnswer } from './reconcile.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const taken = { transaction: 'T1', amountCents: 100 };
const answers = {
  approved: { outcome: 'approved', ...taken },
  pending: { outcome: 'pending', ...taken },
  declined: { outcome: 'declined', transaction: null, reason: 'declined', text: '' },
  returned: { outcome: 'returned', reason: 'returned', text: 'R01', ...taken },
  unknown: { outcome: 'unknown', text: '' },
  'not-found': { outcome: 'not-found' },
} as const satisfies Record<string, InquiryResult>;

const cases: [PaymentState, keyof typeof answers, number, string][] = [
  ['UNKNOWN', 'approved', minute, 'result'],
  ['UNKNOWN', 'pending', minute, 'result'],
  ['UNKNOWN', 'declined', minute, 'result'],
  ['UNKNOWN', 'returned', minute, 'result'],
  ['UNKNOWN', 'unknown', minute, 'ask-again'],
  ['UNKNOWN', 'unknown', 25 * hour, 'person'],
  ['UNKNOWN', 'not-found', minute, 'ask-again'],
  ['UNKNOWN', 'not-found', 100_000, 'never-charged'],
  ['UNKNOWN', 'not-found', 47 * hour, 'person'],
  ['SUBMITTING', 'approved', minute, 'result'],
  ['SUBMITTING', 'not-found', 99_999, 'ask-again'],
  ['SUBMITTING', 'not-found', 100_000, 'never-charged'],
  ['PENDING', 'approved', 3 * day, 'result'],
  ['PENDING', 'pending', 3 * day, 'ask-again'],
  ['PENDING', 'returned', 3 * day, 'result'],
  ['PENDING', 'unknown', 3 * day, 'ask-again'],
  ['PENDING', 'unknown', 15 * day, 'person'],
  ['PENDING', 'not-found', hour, 'person'],
  ['COMPLETED', 'approved', 20 * day, 'ask-again'],
  ['COMPLETED', 'returned', 20 * day, 'result'],
  ['COMPLETED', 'not-found', 20 * day, 'ask-again'],
  ['COMPLETED', 'unknown', 20 * day, 'ask-again'],
  ['PROCESSING_ERROR', 'approved', hour, 'result'],
  ['PROCESSING_ERROR', 'not-found', hour, 'ask-again'],
  ['PROCESSING_ERROR', 'unknown', hour, 'ask-again'],
];

test.each(cases)(
  '[PAY-6] a payment that is %s and, asked about, %s after %i ms: %s',
  (state, answer, ageMs, kind) => {
    const payment = { state, ageMs, timeoutMs: 10_000, remembersMs: 47 * hour };
    expect(judgeAnswer(payment, answers[answer]).kind).toBe(kind);
  },
);

test('[PAY-6] a processor that remembers for good is believed however late', () => {
  const payment = { state: 'UNKNOWN', ageMs: 30 * day, timeoutMs: 10_000, remembersMs: null } as const;
  expect(judgeAnswer(payment, answers['not-found']).kind).toBe('never-charged');
});

describe('how often a processor is asked', () => {
  test('[PAY-6] about an unknown charge within seconds, then each minute, then patiently, for ever', () => {
    const waits = [0, 1, 2, 3, 7, 8].map((tries) => askUnknownAgainMs(tries, hour));
    expect(waits).toEqual([5_000, 20_000, 80_000, minute, minute, 5 * minute]);
    expect(askUnknownAgainMs(300, 25 * hour)).toBe(hour);
    expect(askUnknownAgainMs(400, 30 * day)).toBe(day);
  });

  test('[RETURN-1] about a bank debit until it settles, and after that as long as it can be returned', () => {
    expect(askBankAgainMs('PENDING', 30 * day)).toBe(6 * hour);
    expect(askBankAgainMs('COMPLETED', 3 * day)).toBe(day);
    expect(askBankAgainMs('COMPLETED', 30 * day)).toBe(7 * day);
    expect(askBankAgainMs('COMPLETED', 64 * day)).toBeUndefined();
    expect(askBankAgainMs('RETURNED', day)).toBeUndefined();
  });
});
