import { expect, test } from 'vitest';
import { giftCardState, lastGiftDay } from './gift-card-window.ts';

const today = '2026-11-24';
const giftDays = 90;
const eligible = { isApplied: false, isEligible: true, eligibleDate: '2026-11-01' };

test.each([
  ['2026-08-26', '2026-11-24'],
  ['2026-12-01', '2027-03-01'],
  ['2027-12-01', '2028-02-29'],
  // Clocks change in between.
  ['2026-08-15', '2026-11-13'],
  ['2027-01-01', '2027-04-01'],
])('[GIFT-1] the window of %s ends on %s', (eligibleDate, last) => {
  expect(lastGiftDay(eligibleDate, giftDays)).toBe(last);
});

test.each([
  ['no entry', undefined, 'not-eligible'],
  ['not eligible', { ...eligible, isEligible: false }, 'not-eligible'],
  ['eligible', eligible, 'open'],
  ['90 days ago, which still counts', { ...eligible, eligibleDate: '2026-08-26' }, 'open'],
  ['91 days ago', { ...eligible, eligibleDate: '2026-08-25' }, 'expired'],
  ['today', { ...eligible, eligibleDate: today }, 'open'],
  ['eligible without a day', { ...eligible, eligibleDate: null }, 'open'],
  ['registered', { ...eligible, isApplied: true }, 'registered'],
  ['registered long ago', { isApplied: true, isEligible: false, eligibleDate: '2025-01-01' }, 'registered'],
  [
    'long ago and not eligible',
    { ...eligible, isEligible: false, eligibleDate: '2025-01-01' },
    'not-eligible',
  ],
] as const)('[GIFT-1] %s: %s', (_name, entry, state) => {
  expect(giftCardState(entry, today, giftDays)).toBe(state);
});

test('[GIFT-1, CONFIG-2] the length of the window is the operator’s', () => {
  expect(giftCardState(eligible, today, 22)).toBe('expired');
  expect(giftCardState(eligible, today, 23)).toBe('open');
});
