import { describe, expect, test } from 'vitest';
import { readToken, tokenPattern } from '../card-processor/stored-method.ts';
import { emptyArea } from '../field-service/offered-times.rules.ts';
import { addDays } from './calendar.ts';
import type { ImportLine } from './import-lines.ts';
import { demoFile, personasOn } from './personas.ts';

const today = '2026-11-24';
const lines = demoFile(today);

function linesOf<T extends ImportLine['type']>(type: T): Extract<ImportLine, { type: T }>[] {
  return lines.filter((line): line is Extract<ImportLine, { type: T }> => line.type === type);
}

const accounts = linesOf('account');
const methods = linesOf('paymentMethod');
const invoices = linesOf('invoice');
const payments = linesOf('payment');
const openBills = (accountNumber: string) =>
  invoices.filter((invoice) => invoice.accountNumber === accountNumber && invoice.status === 'OPEN');

describe('the demo has a customer', () => {
  test.each<[string, () => boolean]>([
    [
      'of each type, residential and business',
      () => new Set(accounts.map(({ accountType }) => accountType)).size === 2,
    ],
    [
      'with several accounts under one sign-in',
      () => linesOf('login').some((login) => login.accounts.length >= 4),
    ],
    ['INACTIVE', () => accounts.some(({ accountStatus }) => accountStatus === 'INACTIVE')],
    ['with autopay on', () => accounts.some(({ autopay }) => autopay !== undefined)],
    [
      'with autopay off and a bill open',
      () => accounts.some((account) => !account.autopay && openBills(account.accountNumber).length === 1),
    ],
    [
      'with a bill by e-mail, on paper, and both',
      () => new Set(accounts.map(({ billType }) => billType)).size === 3,
    ],
    [
      'without a saved method',
      () =>
        accounts.some((account) => methods.every((method) => method.accountNumber !== account.accountNumber)),
    ],
    ['with a card and a bank account', () => new Set(methods.map(({ methodType }) => methodType)).size === 3],
    [
      'with an expired card',
      () => methods.some(({ expirationDate, isDefault }) => isDefault && expirationDate === '09/2026'),
    ],
    [
      'with a bill that is past due',
      () => invoices.some(({ status, dueOn }) => status === 'OPEN' && dueOn !== null && dueOn < today),
    ],
    ['with a pending payment', () => payments.some(({ status }) => status === 'PENDING')],
    ['with a failed payment', () => payments.some(({ status }) => status === 'PROCESSING_ERROR')],
    ['with a returned payment', () => payments.some(({ status }) => status === 'RETURNED')],
    ['with a refunded payment', () => payments.some(({ status }) => status === 'REFUNDED')],
    [
      'with two years of bills',
      () => invoices.filter(({ accountNumber }) => accountNumber === '100200301').length >= 24,
    ],
    [
      'with a prorated first bill',
      () => invoices.some((invoice) => JSON.stringify(invoice.items).includes('(17 of ')),
    ],
    [
      'with the hero discount, also on the bill',
      () =>
        accounts.some(
          ({ accountNumber, discounts }) =>
            discounts.some(({ discountType, isApplied }) => discountType === 'Hero Discount' && isApplied) &&
            openBills(accountNumber).some((bill) => JSON.stringify(bill).includes('Hero discount')),
        ),
    ],
    ['with an open gift card', () => hasGiftCard((day) => day !== null && day > addDays(today, -90))],
    [
      'with a gift card that has expired',
      () => hasGiftCard((day) => day !== null && day < addDays(today, -90)),
    ],
    [
      'who is not eligible for a gift card',
      () =>
        accounts.some(({ discounts }) =>
          discounts.some(({ discountType, isEligible }) => discountType === 'GiftCard' && !isEligible),
        ),
    ],
    [
      'whose new email address waits for its code',
      () => personasOn(today).some(({ pendingEmail }) => pendingEmail !== undefined),
    ],
    [
      'whose text has a link that has expired',
      () =>
        personasOn(today).some(
          ({ textedDaysAgo = 0, lines }) =>
            textedDaysAgo > 0 &&
            lines.some(
              (line) =>
                line.type === 'appointment' &&
                line.jobStatus === 'Cancelled' &&
                line.end < addDays(today, -1),
            ),
        ),
    ],
    ['who reads Spanish', () => linesOf('customer').some(({ language }) => language === 'es')],
    [
      'who is a member and not the primary user',
      () => linesOf('login').some((login) => login.accounts.some(({ role }) => role === 'member')),
    ],
    [
      'whose name breaks naive code',
      () =>
        ["O'Brien-Łukasz", '王', 'الحسيني', 'Null'].every((name) =>
          linesOf('customer').some(({ lastName }) => lastName === name),
        ),
    ],
    [
      'without any bill',
      () =>
        accounts.some(({ accountNumber }) =>
          invoices.every((invoice) => invoice.accountNumber !== accountNumber),
        ),
    ],
    [
      'with nothing due',
      () =>
        accounts.some(
          ({ accountNumber }) =>
            openBills(accountNumber).length === 0 &&
            invoices.some((invoice) => invoice.accountNumber === accountNumber),
        ),
    ],
  ])('%s', (_who, isThere) => {
    expect(isThere()).toBe(true);
  });

  test('with an appointment in each status', () => {
    const statuses = new Set(linesOf('appointment').map(({ jobStatus }) => jobStatus));
    expect([...statuses].sort()).toEqual([
      'Cancelled',
      'Complete',
      'Dispatch',
      'En Route',
      'In Progress',
      'Ready',
    ]);
  });

  test('who waits for a visit where no times are offered', () => {
    const waiting = linesOf('appointment').filter(({ jobStatus }) => jobStatus === 'Ready');
    const areaOf = (number: string) =>
      accounts
        .find(({ accountNumber }) => accountNumber === number)
        ?.addresses.find(({ addressType }) => addressType === 'Service')?.postCode ?? '';
    expect(waiting.map(({ accountNumber }) => areaOf(accountNumber).endsWith(emptyArea))).toContain(true);
  });

  test('whose visit was over more than a day ago, so that its links have expired', () => {
    const dayBefore = addDays(today, -1);
    const over = linesOf('appointment').filter(({ end }) => end.slice(0, 10) < dayBefore);
    expect(over.map(({ jobStatus }) => jobStatus)).toEqual(expect.arrayContaining(['Complete', 'Cancelled']));
  });

  test('with a credit: payments exceed all bills', () => {
    const cents = (text: string) => Math.round(Number(text) * 100);
    const billed = invoices
      .filter(({ accountNumber }) => accountNumber === '100200310')
      .flatMap(({ items }) => items.flatMap(({ charges }) => charges))
      .reduce((sum, { amount }) => sum + cents(amount), 0);
    const paid = payments
      .filter(({ accountNumber, status }) => accountNumber === '100200310' && status === 'COMPLETED')
      .reduce((sum, { amount }) => sum + cents(amount), 0);
    expect(paid).toBeGreaterThan(billed);
  });
});

describe('the bills of a persona', () => {
  const amountsOf = (accountNumber: string, description: string) =>
    invoices
      .filter((invoice) => invoice.accountNumber === accountNumber)
      .map(({ items }) =>
        items
          .flatMap(({ charges }) => charges)
          .filter((charge) => charge.description.startsWith(description))
          .map(({ amount }) => amount),
      );

  test.each([
    // Eleven days, then twelve months at an earlier price.
    [
      '100200301',
      'Fiber 500 internet',
      [['23.83'], ...Array(12).fill(['64.99']), ...Array(12).fill(['69.99'])],
    ],
    ['100200301', 'Installation', [['49.00'], ...Array(24).fill([])]],
    ['100200304', 'Late fee', [...Array(13).fill([]), ['10.00']]],
    ['100200302', 'Autopay discount', [...Array(4).fill([]), ...Array(20).fill(['-5.00'])]],
    ['100200309', 'Virginia communications tax (5.00%)', Array(21).fill(['1.50'])],
  ])('of account %s charge “%s” in their months', (accountNumber, description, amounts) => {
    expect(amountsOf(accountNumber, description)).toEqual(amounts);
  });

  // A payment of the balance pays every bill that is open then, so some bills have no separate payment.
  test.each([
    ['100200301', ['OPEN'], 'VISA 4242', 18],
    ['100200301', ['OPEN'], 'ACH 6789', 5],
    ['100200304', ['OPEN', 'OPEN'], 'VISA 0002', 14],
    ['100200307', ['OPEN'], 'CHECK null', 17],
    ['100200316', ['OPEN'], 'VISA 1616', 23],
    ['100200319', [], 'VISA 1616', 8],
  ])('of account %s leave %j, and are paid with %s %i times', (accountNumber, open, method, times) => {
    expect(openBills(accountNumber).map(({ status }) => status)).toEqual(open);
    const paidWith = payments
      .filter((payment) => payment.accountNumber === accountNumber)
      .map(({ methodExternalId, method: check }) => {
        const saved = methods.find(({ externalId }) => externalId === methodExternalId) ?? check;
        return `${saved?.cardType} ${saved?.lastFour}`;
      });
    expect(paidWith.filter((name) => name === method)).toHaveLength(times);
  });
});

describe('an account of a persona', () => {
  test.each([
    ['Works', 'orbital', 'tokenized-credit-card', 'visa-4242'],
    ['Works (TranSafe)', 'transafe', 'custom', 'mc-5454'],
    ['Bank: returned in 2 days', 'transafe', 'tokenized-bank', 'bank-9050-returned'],
  ])('has the saved method “%s” at %s, as %s', (nickname, processor, methodType, token) => {
    const saved = methods.find((method) => method.nickname === nickname);
    expect(saved).toMatchObject({ processor, methodType, token });
  });

  test('has a second address part, or a post box', () => {
    const address = (number: string, type: string) =>
      accounts
        .find(({ accountNumber }) => accountNumber === number)
        ?.addresses.find(({ addressType }) => addressType === type);
    expect(address('100200303', 'Billing')).toMatchObject({
      streetNrFirst: '7',
      streetNrLast: 'B',
      streetName: 'Linden Court',
    });
    expect(address('100200315', 'Billing')).toMatchObject({
      streetNrFirst: 'PO Box 812',
      streetName: '',
      city: 'Astoria',
    });
  });
});

function hasGiftCard(isDay: (day: string | null) => boolean): boolean {
  return accounts.some(({ discounts }) =>
    discounts.some(
      ({ discountType, isEligible, eligibleDate }) =>
        discountType === 'GiftCard' && isEligible && isDay(eligibleDate),
    ),
  );
}

describe('the list of demo sign-ins', () => {
  const personas = personasOn(today);

  test('has at least fourteen, each with its own address, account, and description', () => {
    expect(personas.length).toBeGreaterThanOrEqual(14);
    expect(new Set(personas.map(({ email }) => email)).size).toBe(personas.length);
    expect(new Set(personas.map(({ about }) => about)).size).toBe(personas.length);
    expect(personas.every(({ accounts: its }) => its.length > 0)).toBe(true);
  });

  test('uses no real address or phone number', () => {
    for (const { email, phone } of personas) {
      expect(email).toMatch(/@([a-z]+\.)?example\.com$/);
      expect(phone).toMatch(/^\d{3}55501\d\d$/);
    }
    expect(new Set(personas.map(({ phone }) => phone)).size).toBe(personas.length);
  });

  test('has saved methods that match what the card processors read from their tokens', () => {
    for (const { token, lastFour, methodType, cardType } of methods) {
      expect(token).toMatch(tokenPattern);
      const stored = readToken(token);
      expect(stored.lastFour).toBe(lastFour);
      expect(stored.kind).toBe(methodType === 'tokenized-bank' ? 'bank' : 'card');
      expect(stored.brand).toBe(cardType);
    }
  });
});
