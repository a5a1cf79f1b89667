import type { PaymentState } from '@myaccount/contract/payment-states';
import { describe, expect, test } from 'vitest';
import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import { decideInquiry, nextBankInquiryMs, nextUnknownInquiryMs } from './reconcile.rules.ts';

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
  ['UNKNOWN', 'unknown', 25 * hour, 'manual-review'],
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
  ['PENDING', 'unknown', 15 * day, 'manual-review'],
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
  test('[PAY-6] about an unknown charge: within seconds, then every minute, then less often, forever', () => {
    const waits = [0, 1, 2, 3, 7, 8].map((attempts) => nextUnknownInquiryMs(attempts, hour, 10_000));
    expect(waits).toEqual([5_000, 20_000, 80_000, minute, minute, minute]);
    expect(nextUnknownInquiryMs(300, 25 * hour, 10_000)).toBe(hour);
    expect(nextUnknownInquiryMs(400, 30 * day, 10_000)).toBe(day);
  });

  test('[PAY-6] as soon as "not found" is final: the time-out and 90 seconds after the charge', () => {
    expect(nextUnknownInquiryMs(2, 45_000, 10_000)).toBe(55_000);
    expect(nextUnknownInquiryMs(2, 15_000, 10_000)).toBe(80_000);
    expect(nextUnknownInquiryMs(2, 100_000, 10_000)).toBe(80_000);
  });

  test('[RETURN-1] about a bank debit: until it settles, then as long as it can be returned', () => {
    expect(nextBankInquiryMs('PENDING', 30 * day)).toBe(6 * hour);
    expect(nextBankInquiryMs('COMPLETED', 3 * day)).toBe(day);
    expect(nextBankInquiryMs('COMPLETED', 30 * day)).toBe(7 * day);
    expect(nextBankInquiryMs('COMPLETED', 64 * day)).toBeUndefined();
    expect(nextBankInquiryMs('RETURNED', day)).toBeUndefined();
  });
});
