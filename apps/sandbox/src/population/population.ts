import type { BillCharge } from '../personas/billing-history.ts';
import { addDays } from '../personas/calendar.ts';
import type { ImportLine, PaymentMethodLine } from '../personas/import-file.ts';
import { bankAccount, card, mailedCheck, paidByAutopay, paidManually } from '../personas/methods.ts';
import type { Place } from '../personas/places.ts';
import { type AddOn, addOns, type Plan, plans } from '../personas/plans.ts';
import { type SampleAccount, sampleAccountLines } from '../personas/sample-account.ts';
import { firstNames, lastNames, streets, towns, trades } from './names.ts';
import { SeededRandom } from './seeded-random.ts';

export interface PopulationOptions {
  readonly seed: number;
  /** Regular bills per account. */
  readonly bills: number;
  readonly today: string;
}

const firstAccountNumber = 300_000_000;

/** The import lines of one generated customer. The same seed and index always return the same lines. */
export function customerLines(index: number, options: PopulationOptions): ImportLine[] {
  const random = new SeededRandom(options.seed, index);
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const email = `user${index + 1}@example.net`;
  const customerId = `G-${index + 1}`;
  const account = sampleAccountOf(index, `${firstName} ${lastName}`, random, options);
  return [
    {
      type: 'customer',
      customerId,
      firstName,
      lastName,
      emailAddress: email,
      phoneNumber: `${random.pick(['614', '503', '804', '704', '210'])}55501${random.digits(2)}`,
      dateOfBirth: addDays('1945-01-01', random.whole(0, 21_900)),
      pin: random.digits(4),
      language: random.happens(0.15) ? 'es' : 'en',
    },
    ...sampleAccountLines({ ...account, customerId }, options.today),
    {
      type: 'login',
      emailAddress: email,
      givenName: firstName,
      nickname: firstName,
      accounts: [{ accountNumber: account.accountNumber, role: 'primary' }],
    },
  ];
}

function sampleAccountOf(
  index: number,
  holder: string,
  random: SeededRandom,
  options: PopulationOptions,
): Omit<SampleAccount, 'customerId'> {
  const account = String(firstAccountNumber + index);
  const isBusiness = random.happens(0.08);
  const methods = methodsOf(account, holder, random, options.today);
  const [usual] = methods;
  const isAutomatic = usual !== undefined && random.happens(0.55);
  const unpaid = unpaidBillsOf(random);
  return {
    accountNumber: account,
    about: '',
    place: placeOf(random),
    plan: planOf(isBusiness, random),
    ...(isBusiness ? { businessName: `${holder.split(' ').at(-1)} ${random.pick(trades)}` } : {}),
    status: random.happens(0.04) ? 'INACTIVE' : 'ACTIVE',
    billType: random.pick(['EMAIL', 'EMAIL', 'EMAIL', 'PAPER_EMAIL', 'PAPER']),
    notificationPreference: random.pick(['Email', 'Text', 'Text & Email', '']),
    issuedDaysAgo: random.whole(1, 29),
    months: options.bills,
    addOns: addOnsOf(isBusiness, random),
    discounts: () =>
      isAutomatic ? [{ type: 'discount', description: 'Autopay discount', cents: -500 }] : [],
    otherCharges: otherChargesOf(random),
    methods,
    paymentPattern: isAutomatic
      ? paidByAutopay(usual.externalId)
      : paidManually(usual?.externalId ?? mailedCheck, unpaid),
    ...(isAutomatic ? { autopay: { method: usual.externalId, monthsAgo: options.bills } } : {}),
    entitlements: random.happens(0.06)
      ? [
          {
            discountType: 'Hero Discount',
            isApplied: true,
            isEligible: true,
            eligibleDate: addDays(options.today, -400),
          },
        ]
      : [],
  };
}

/** Most accounts have at most the latest bill open; some are past due. */
function unpaidBillsOf(random: SeededRandom): number {
  if (random.happens(0.3)) return 0;
  return random.happens(0.92) ? 1 : random.whole(2, 3);
}

function placeOf(random: SeededRandom): Place {
  const [city, state, postCode] = random.pick<readonly [string, string, string]>(towns);
  const streetNrLast = random.happens(0.2) ? `Apt ${random.whole(1, 40)}` : '';
  return {
    streetNrFirst: String(random.whole(1, 9_800)),
    streetNrLast,
    streetName: random.pick(streets),
    city,
    state,
    postCode,
  };
}

function planOf(isBusiness: boolean, random: SeededRandom): Plan {
  if (isBusiness) return random.pick([plans.business500, plans.businessGig]);
  return random.pick([
    plans.fiber300,
    plans.fiber500,
    plans.fiber500,
    plans.fiberGig,
    plans.fiberGig,
    plans.fiber2Gig,
  ]);
}

function addOnsOf(isBusiness: boolean, random: SeededRandom): AddOn[] {
  if (isBusiness) return random.happens(0.5) ? [addOns.staticAddress, addOns.router] : [addOns.router];
  return [...(random.happens(0.6) ? [addOns.wifi] : []), ...(random.happens(0.25) ? [addOns.phone] : [])];
}

function methodsOf(
  account: string,
  holder: string,
  random: SeededRandom,
  today: string,
): PaymentMethodLine[] {
  const options = { account, holder, today, isDefault: true };
  if (random.happens(0.12)) return [];
  const lastFour = random.digits(4);
  if (random.happens(0.25)) return [bankAccount({ ...options, lastFour, nickname: 'Checking' })];
  const monthsLeft = random.whole(-2, 48);
  const main = card(random.pick(['VISA', 'VISA', 'MC', 'AMEX', 'DISC']), {
    ...options,
    lastFour,
    monthsLeft,
  });
  if (random.happens(0.8)) return [main];
  return [
    main,
    bankAccount({
      ...options,
      lastFour: `${(Number(lastFour) + 1) % 10_000}`.padStart(4, '0'),
      isDefault: false,
    }),
  ];
}

/** Occasional charges, usage, and credits, in the same months on every call. */
function otherChargesOf(random: SeededRandom): (monthsAgo: number) => BillCharge[] {
  const visitMonth = random.happens(0.15) ? random.whole(0, 11) : -1;
  const creditMonth = random.happens(0.1) ? random.whole(0, 11) : -1;
  const usageCents = random.happens(0.2) ? random.whole(50, 900) : 0;
  return (monthsAgo) => [
    ...(monthsAgo === visitMonth
      ? [{ type: 'one-time' as const, description: 'Technician visit', cents: 7_500 }]
      : []),
    ...(monthsAgo === creditMonth
      ? [{ type: 'discount' as const, description: 'Credit for an outage', cents: -500 }]
      : []),
    ...(usageCents > 0 && monthsAgo % 2 === 0
      ? [{ type: 'usage' as const, description: 'International calls', cents: usageCents + 13 * monthsAgo }]
      : []),
  ];
}
