import { describe, expect, test } from 'vitest';
import { asIssuedOf, type EarlierBill, pastDueAtIssue } from './as-issued.rules.ts';

const bill = (id: string, issuedOn: string, dueOn: string, amountCents: number): EarlierBill => ({
  id,
  kind: 'cycle',
  issuedOn,
  dueOn,
  amountCents,
});
const september = bill('s', '2026-09-05', '2026-09-26', 8_000);
const october = bill('o', '2026-10-05', '2026-10-26', 8_274);
const issued = (previousBalanceCents: number, issuedOn = '2026-11-05') => ({
  issuedOn,
  previousBalanceCents,
});

describe('what was past due when a bill was issued', () => {
  test.each([
    ['nothing open', 0, 0, null],
    ['a credit', -500, 0, null],
    ['a part of the last bill', 274, 274, '2026-10-26'],
    ['the last bill', 8_274, 8_274, '2026-10-26'],
    ['the last bill and a part of the one before', 9_000, 9_000, '2026-09-26'],
    ['both bills and the opening debt', 20_000, 20_000, '2026-09-05'],
  ])('%s', (_what, previous, pastDueCents, pastDueSince) => {
    expect(pastDueAtIssue(issued(previous), [september, october])).toEqual({ pastDueCents, pastDueSince });
  });

  test('an earlier bill that was not yet due, or due that day, is open but not past due', () => {
    expect(pastDueAtIssue(issued(8_274, '2026-10-26'), [october]).pastDueCents).toBe(0);
    expect(pastDueAtIssue(issued(9_000, '2026-10-20'), [september, october])).toEqual({
      pastDueCents: 726,
      pastDueSince: '2026-09-26',
    });
  });

  test('the first bill names its opening debt, which is due that day', () => {
    expect(pastDueAtIssue(issued(5_000), [])).toEqual({ pastDueCents: 0, pastDueSince: null });
  });

  test('a negative bill before was credit and is never past due', () => {
    const credit = bill('n', '2026-10-15', '2026-10-30', -1_000);
    expect(pastDueAtIssue(issued(8_274), [october, credit])).toEqual({
      pastDueCents: 8_274,
      pastDueSince: '2026-10-26',
    });
  });
});

test('keeps addressee, language, and the eleven bills before', () => {
  const address = {
    addressType: 'Service' as const,
    streetNrFirst: '12',
    streetNrLast: '',
    streetName: 'Elm Street',
    city: 'Dayton',
    state: 'OH',
    country: 'USA',
    postCode: '45402',
  };
  const billTo = {
    accountNumber: 'A1',
    firstName: 'Ana',
    lastName: 'Rivera',
    businessName: 'Rivera LLC',
    language: 'es' as const,
    addresses: [address, { ...address, addressType: 'Billing' as const, streetName: 'Oak Street' }],
  };
  const earlier = Array.from({ length: 13 }, (_, index) =>
    bill(`${index}`, `2025-${String(index + 1).padStart(2, '0')}-05`, '2025-12-30', index),
  );
  const kept = asIssuedOf(billTo, issued(0), earlier);
  expect(kept).toMatchObject({
    language: 'es',
    holderName: 'Ana Rivera',
    businessName: 'Rivera LLC',
    billingAddress: ['12 Oak Street', 'Dayton, OH 45402'],
    serviceAddress: ['12 Elm Street', 'Dayton, OH 45402'],
  });
  expect(kept.earlierBills).toHaveLength(11);
  expect(kept.earlierBills.at(0)).toEqual({ month: '2025-03', amountCents: 2 });
  expect(kept.earlierBills.at(-1)).toEqual({ month: '2025-13', amountCents: 12 });
});
