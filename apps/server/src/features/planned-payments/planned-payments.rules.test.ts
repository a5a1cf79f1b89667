import { expect, test } from 'vitest';
import { amountOnItsDay, validateDatedConsent, validatePlannedDay } from './planned-payments.rules.ts';

const today = '2026-11-24';

test.each([
  ['yesterday', '2026-11-23', '2026-12-01', 'too-small'],
  ['today', today, '2026-12-01', undefined],
  ['the due date', '2026-12-01', '2026-12-01', undefined],
  ['the day after the due date', '2026-12-02', '2026-12-01', 'too-large'],
  ['tomorrow, with the due date today', '2026-11-25', today, 'too-large'],
  ['tomorrow, with the due date passed', '2026-11-25', '2026-11-20', 'too-large'],
  ['tomorrow, with nothing open', '2026-11-25', null, 'too-large'],
])('[PAY-3] %s', (_what, day, dueOn, reason) => {
  const failure = validatePlannedDay(day, { today, lastDay: dueOn });
  expect(failure?.reason).toBe(reason);
  if (failure) expect(failure).toMatchObject({ code: 'request.invalid', field: 'payment_date' });
});

test.each([
  ['all of it is open', 8_499, 0, 8_499],
  ['more is open', 20_000, 0, 8_499],
  ['less is open', 5_000, 0, 5_000],
  ['a part is on its way', 8_499, 5_000, 3_499],
  ['all is on its way', 8_499, 8_499, 0],
  ['more than all is on its way', 8_499, 9_000, 0],
  ['the account is in credit', -1_000, 0, 0],
])('[PAY-7] on its day %s: at most that is charged', (_what, balanceCents, inFlightCents, charged) => {
  expect(amountOnItsDay(8_499, { balanceCents, inFlightCents })).toBe(charged);
});

test('[CONSENT-1] only the current authorization names the day of a debit', () => {
  expect(validateDatedConsent('1')).toMatchObject({ field: 'consents' });
  expect(validateDatedConsent('2')).toBeUndefined();
});
