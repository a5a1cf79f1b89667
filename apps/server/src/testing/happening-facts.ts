import type { HappeningKind } from '@myaccount/contract/happenings';
import type { Balance, OpenItem } from '../features/balance/balance.rules.ts';
import type { HappeningFacts } from '../features/home/happenings.rules.ts';

export type HappeningPayment = HappeningFacts['payments'][number];
type Method = NonNullable<HappeningFacts['defaultMethod']>;

export interface HappeningChange extends Partial<Omit<HappeningFacts, 'balance'>> {
  readonly balance?: Partial<Balance>;
}

export const visa = { card_type: 'VISA', last_four: '4242' };

export function card(expiresOn: string | null, over: Partial<Method> = {}): Method {
  const base = { methodType: 'tokenized-credit-card', nickname: null, holderName: null, expiresOn };
  return { id: 'm-1', cardType: 'VISA', lastFour: '4242', ...base, ...over };
}

export function bill(id: string, over: Partial<OpenItem> = {}): OpenItem {
  const base = {
    billedCents: 10_770,
    openCents: 10_770,
    dueOn: '2026-12-08',
    issuedOn: '2026-11-08',
    onItsWayCents: 0,
    isPastDue: false,
  };
  return { invoiceId: id, invoiceNumber: id, ...base, ...over };
}

export function payment(state: string, day: string, over: Partial<HappeningPayment> = {}): HappeningPayment {
  const base = { cardType: 'VISA', lastFour: '4242', amountCents: 1_000, failureCode: null, isUsable: true };
  return { state, day, occurredOn: day, ...base, ...over };
}

/** An account with a bill of $107.70 that is due on Dec 08, and nothing to tell; a change adds to it. */
export function factsOf(...changes: readonly HappeningChange[]): HappeningFacts {
  const balance = {
    balanceCents: 10_770,
    openItems: [bill('i-1')],
    inFlightCents: 0,
    plannedCents: 0,
    autopayCharge: null,
    autopayProblem: null,
    heldCharge: null,
    hasAnnouncedDebt: false,
    unresolvedPaymentId: null,
  } as Partial<Balance> as Balance;
  const base: HappeningFacts = {
    today: '2026-11-24',
    balance,
    isActive: true,
    defaultMethod: card('2030-08-31'),
    autopayMethod: card('2030-08-31'),
    payments: [],
    visit: null,
    hasVisit: false,
    giftCard: null,
    reading: null,
    heroAskedOn: null,
    isPaused: false,
    isAutopayUsable: true,
    pendingEmail: null,
    expiresSoonDays: 45,
    giftDays: 90,
  };
  const merged = changes.map((change) => change.balance ?? {});
  return {
    ...Object.assign({}, base, ...changes),
    payments: changes.flatMap(({ payments = [] }) => payments).toSorted((a, b) => a.day.localeCompare(b.day)),
    balance: Object.assign({}, balance, ...merged),
  };
}

export const charge = {
  chargeOn: '2026-12-08',
  amountCents: 3_000,
  methodId: 'm-1',
  dueOn: '2026-12-08',
  attempt: 1,
};
export const all = { invoice_ids: ['i-1'], payment_method: visa };

/** The facts of each kind, and what they are told as. */
export const kinds: Readonly<Record<HappeningKind, readonly [HappeningChange, object]>> = {
  returned: [
    {
      payments: [
        payment('RETURNED', '2026-11-20', { occurredOn: '2026-11-17', failureCode: 'insufficient-funds' }),
      ],
    },
    { date: '2026-11-20', amount: 10, ...all, reason: 'insufficient-funds' },
  ],
  declined: [
    { payments: [payment('PROCESSING_ERROR', '2026-11-21', { failureCode: 'call-bank' })] },
    { date: '2026-11-21', amount: 10, ...all, reason: 'call-bank' },
  ],
  visit: [
    {
      visit: {
        day: '2026-11-24',
        jobStatus: 'En Route',
        techFirstName: 'Sam',
        shortest: 10,
        longest: 30,
        estimatedAt: '2026-11-24T17:00:00Z',
      },
    },
    {
      date: '2026-11-24',
      visit: {
        jobStatus: 'En Route',
        techFirstName: 'Sam',
        shortestArrivalETA: '2026-11-24T17:10:00.000Z',
        longestArrivalETA: '2026-11-24T17:30:00.000Z',
      },
    },
  ],
  'method-expired': [{ defaultMethod: card('2026-10-31') }, { date: '2026-10-31', payment_method: visa }],
  'on-its-way': [
    { payments: [payment('PENDING', '2026-11-23')], balance: { inFlightCents: 1_000 } },
    { date: '2026-11-23', amount: 10, ...all },
  ],
  planned: [
    { payments: [payment('PLANNED', '2026-11-30')], balance: { plannedCents: 1_000 } },
    { date: '2026-11-30', amount: 10, ...all },
  ],
  'late-debt': [
    { balance: { autopayCharge: charge, hasAnnouncedDebt: true } },
    { date: '2026-12-08', amount: 30, ...all },
  ],
  autopay: [
    { balance: { autopayCharge: charge, hasAnnouncedDebt: false } },
    { date: '2026-12-08', amount: 30, ...all },
  ],
  'method-expires': [{ defaultMethod: card('2027-01-08') }, { date: '2027-01-08', payment_method: visa }],
  email: [
    { pendingEmail: { date: '2026-11-27', email_address: 'new@example.com' } },
    { date: '2026-11-27', email_address: 'new@example.com' },
  ],
  'gift-card': [
    { giftCard: { isApplied: false, isEligible: true, eligibleDate: '2026-11-04' } },
    { date: '2027-02-02' },
  ],
  'hero-discount': [{ heroAskedOn: '2026-11-10' }, { date: '2026-11-10' }],
};
