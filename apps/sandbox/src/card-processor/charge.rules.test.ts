import { describe, expect, it } from 'vitest';
import type { Charge } from './charge.store.ts';
import { chargeState, daysAfter } from './charge.ts';
import { maskedNumber, readToken } from './stored-method.ts';

const startOfTest = new Date('2026-03-10T15:00:00Z');

function charge(members: Partial<Charge>): Charge {
  return {
    id: '1',
    processor: 'transafe',
    kind: 'card',
    reference: '1',
    orderId: null,
    refundOf: null,
    token: 'visa-4242',
    requestedCents: 1_200,
    amountCents: 1_200,
    refusal: null,
    outcome: 'ordinary',
    at: startOfTest.toISOString(),
    settlesAt: daysAfter(startOfTest, 3),
    returnsAt: null,
    returnCode: null,
    voidedAt: null,
    ...members,
  };
}

describe('the state of a charge', () => {
  const bank = charge({ kind: 'bank' });
  const returning = charge({ kind: 'bank', returnsAt: daysAfter(startOfTest, 20), returnCode: 'R10' });
  it.each([
    ['a card on the first day', charge({}), 0, 'captured'],
    ['a card after it settled', charge({}), 3, 'settled'],
    ['a bank debit on the first day', bank, 0, 'pending'],
    ['a bank debit just before it settles', bank, 2.9, 'pending'],
    ['a bank debit after it settled', bank, 3, 'settled'],
    ['a settled debit that will be returned', returning, 19, 'settled'],
    ['a returned debit', returning, 20, 'returned'],
    [
      'a declined charge',
      charge({ refusal: 'do-not-honor', amountCents: 0, settlesAt: null }),
      9,
      'declined',
    ],
    ['a voided charge', charge({ voidedAt: startOfTest.toISOString() }), 9, 'voided'],
  ])('%s', (_what, subject, days, state) => {
    const now = new Date(daysAfter(startOfTest, days));
    expect(chargeState(subject, now)).toBe(state);
  });
});

describe('reading a token', () => {
  it.each([
    ['visa-4242', 'VISA', 'card', 'XXXXXXXXXXXX4242', '1239'],
    ['mc-5454-0331-lost', 'MC', 'card', 'XXXXXXXXXXXX5454', '0331'],
    ['AMEX-0005', 'AMEX', 'card', 'XXXXXXXXXXX0005', '1239'],
    ['disc-1117-expired', 'DISC', 'card', 'XXXXXXXXXXXX1117', '0120'],
    ['bank-6789-returned', 'ACH', 'bank', 'XXXXXXXXXXXX6789', ''],
    ['ach-0042', 'ACH', 'bank', 'XXXXXXXXXXXX0042', ''],
    ['mcdebit-7777', 'MCDEBIT', 'card', 'XXXXXXXXXXXX7777', '1239'],
    ['0f3a9c77', 'VISA', 'card', 'XXXXXXXXXXXX4242', '1239'],
  ])('%s', (token, brand, kind, masked, expiry) => {
    const method = readToken(token);
    expect(method).toMatchObject({ brand, kind, expiry });
    expect(maskedNumber(method)).toBe(masked);
  });
});
