import type { PaymentState } from '@myaccount/contract/payment-states';
import { describe, expect, test } from 'vitest';
import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import {
  decideInquiry,
  isInquiryDue,
  longestUnknownWaitMs,
  nextBankInquiryMs,
  nextLateInquiryMs,
  nextUnknownInquiryMs,
} from './inquiry.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const accepted = { transaction: 'T1', amountCents: 100 };
const results = {
  approved: { outcome: 'approved', ...accepted },
  pending: { outcome: 'pending', ...accepted },
  declined: { outcome: 'declined', transaction: null, reason: 'declined', text: '' },
  returned: { outcome: 'returned', reason: 'returned', text: 'R01', ...accepted },
  unknown: { outcome: 'unknown', text: '' },
  'not-found': { outcome: 'not-found' },
} as const satisfies Record<string, InquiryResult>;

const cases: [PaymentState, keyof typeof results, number, string][] = [
  ['UNKNOWN', 'approved', minute, 'record-result'],
  ['UNKNOWN', 'pending', minute, 'record-result'],
  ['UNKNOWN', 'declined', minute, 'record-result'],
  ['UNKNOWN', 'returned', minute, 'record-result'],
  ['UNKNOWN', 'unknown', minute, 'inquire-again'],
  ['UNKNOWN', 'unknown', day - 1, 'inquire-again'],
  ['UNKNOWN', 'unknown', day, 'manual-review'],
  ['UNKNOWN', 'not-found', minute, 'inquire-again'],
  ['UNKNOWN', 'not-found', 100_000, 'never-charged'],
  ['UNKNOWN', 'not-found', 47 * hour, 'manual-review'],
  ['SUBMITTING', 'approved', minute, 'record-result'],
  ['SUBMITTING', 'not-found', 99_999, 'inquire-again'],
  ['SUBMITTING', 'not-found', 100_000, 'never-charged'],
  ['PENDING', 'approved', 3 * day, 'record-result'],
  ['PENDING', 'pending', 3 * day, 'inquire-again'],
  ['PENDING', 'returned', 3 * day, 'record-result'],
  ['PENDING', 'unknown', 3 * day, 'inquire-again'],
  ['PENDING', 'unknown', 14 * day, 'manual-review'],
  ['PENDING', 'not-found', hour, 'manual-review'],
  ['COMPLETED', 'approved', 20 * day, 'inquire-again'],
  ['COMPLETED', 'returned', 20 * day, 'record-result'],
  ['COMPLETED', 'not-found', 20 * day, 'inquire-again'],
  ['COMPLETED', 'unknown', 20 * day, 'inquire-again'],
  ['PROCESSING_ERROR', 'approved', hour, 'record-result'],
  ['PROCESSING_ERROR', 'not-found', hour, 'inquire-again'],
  ['PROCESSING_ERROR', 'unknown', hour, 'inquire-again'],
];

test.each(cases)('[PAY-6] %s, inquiry result %s after %i ms: %s', (state, outcome, ageMs, kind) => {
  const payment = { state, ageMs, timeoutMs: 10_000, inquiryWindowMs: 47 * hour };
  expect(decideInquiry(payment, results[outcome]).kind).toBe(kind);
});

test('[PAY-6] a processor that keeps charges forever is believed at any age', () => {
  const payment = { state: 'UNKNOWN', ageMs: 30 * day, timeoutMs: 10_000, inquiryWindowMs: null } as const;
  expect(decideInquiry(payment, results['not-found']).kind).toBe('never-charged');
});

describe('time between inquiries', () => {
  test('[PAY-6] about an unknown charge: within seconds, then every minute, however long it lasts', () => {
    expect(nextUnknownInquiryMs(0, 1_000, 10_000)).toBe(5_000);
    expect(nextUnknownInquiryMs(1, 6_000, 10_000)).toBe(15_000);
    expect(nextUnknownInquiryMs(9, 5 * minute - 1, 10_000)).toBe(15_000);
    expect(nextUnknownInquiryMs(9, 5 * minute, 10_000)).toBe(minute);
    expect(nextUnknownInquiryMs(5_000, 30 * day, 10_000)).toBe(minute);
  });

  test.each<[PaymentState, number, boolean]>([
    ['UNKNOWN', 0, true],
    ['UNKNOWN', 1, false],
    ['UNKNOWN', minute, false],
    ['UNKNOWN', minute + 1, true],
    ['SUBMITTING', hour, true],
    ['PENDING', hour, false],
    ['PROCESSING_ERROR', hour, false],
    ['COMPLETED', -1, true],
  ])('[CHARGE-1] %s, scheduled in %i ms, is due: %s', (state, waitMs, isDue) => {
    expect(isInquiryDue(state, waitMs, 10_000)).toBe(isDue);
  });

  test('[CHARGE-1] no schedule of ours is later than the longest wait', () => {
    expect(longestUnknownWaitMs(10_000)).toBe(minute);
    expect(longestUnknownWaitMs(120_000)).toBe(135_000);
  });

  test('[PAY-6] as soon as "not found" is final: the time-out and 90 seconds after the charge', () => {
    expect(nextUnknownInquiryMs(2, 95_000, 10_000)).toBe(5_000);
    expect(nextUnknownInquiryMs(2, 84_000, 10_000)).toBe(15_000);
    expect(nextUnknownInquiryMs(2, 100_000, 10_000)).toBe(15_000);
    expect(nextUnknownInquiryMs(0, 97_000, 10_000)).toBe(3_000);
  });

  test('[PAY-6] about a failed charge: every hour for a day, until the processor answers', () => {
    expect(nextLateInquiryMs(23)).toBe(hour);
    expect(nextLateInquiryMs(24)).toBeUndefined();
  });

  test('[RETURN-1] about a bank debit: until it settles, then as long as it can be returned', () => {
    expect(nextBankInquiryMs('PENDING', 30 * day)).toBe(6 * hour);
    expect(nextBankInquiryMs('COMPLETED', 3 * day)).toBe(day);
    expect(nextBankInquiryMs('COMPLETED', 10 * day)).toBe(7 * day);
    expect(nextBankInquiryMs('COMPLETED', 63 * day)).toBe(7 * day);
    expect(nextBankInquiryMs('COMPLETED', 64 * day)).toBeUndefined();
    expect(nextBankInquiryMs('RETURNED', day)).toBeUndefined();
  });
});
