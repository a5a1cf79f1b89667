import type { Charge } from '../personas/books.ts';
import { addDays } from '../personas/calendar.ts';
import { type Household, householdLines } from '../personas/household.ts';
import type { ImportLine, PaymentMethodLine } from '../personas/import-file.ts';
import { bankAccount, byAutopay, byHand, card, mailedCheck } from '../personas/methods.ts';
import type { Place } from '../personas/places.ts';
import { type Extra, extras, type Plan, plans } from '../personas/tariff.ts';
import { Chance } from './chance.ts';
import { firstNames, lastNames, streets, towns, trades } from './names.ts';

export interface PopulationTerms {
  seed: number;
  /** Regular bills of each account. */
  bills: number;
  today: string;
}

const firstAccountNumber = 300_000_000;

/** The lines of one customer of a believable population: index 0, 1, 2 … of a seed always give the same. */
export function inhabitantLines(index: number, terms: PopulationTerms): ImportLine[] {
  const chance = new Chance(terms.seed, index);
  const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)];
  const email = `user${index + 1}@example.net`;
  const customerId = `G-${index + 1}`;
  const household = householdOf(index, `${firstName} ${lastName}`, chance, terms);
  return [
    {
      type: 'customer',
      customerId,
      firstName,
      lastName,
      emailAddress: email,
      phoneNumber: `${chance.pick(['614', '503', '804', '704', '210'])}55501${chance.digits(2)}`,
      dateOfBirth: addDays('1945-01-01', chance.whole(0, 21_900)),
      pin: chance.digits(4),
      language: chance.happens(0.15) ? 'es' : 'en',
    },
    ...householdLines({ ...household, customerId }, terms.today),
    {
      type: 'login',
      emailAddress: email,
      givenName: firstName,
      nickname: firstName,
      accounts: [{ accountNumber: household.accountNumber, role: 'primary' }],
    },
  ];
}

function householdOf(
  index: number,
  holder: string,
  chance: Chance,
  terms: PopulationTerms,
): Omit<Household, 'customerId'> {
  const account = String(firstAccountNumber + index);
  const isBusiness = chance.happens(0.08);
  const methods = methodsOf(account, holder, chance, terms.today);
  const [usual] = methods;
  const isAutomatic = usual !== undefined && chance.happens(0.55);
  const unpaid = latelyUnpaid(chance);
  return {
    accountNumber: account,
    about: '',
    place: placeOf(chance),
    plan: planOf(isBusiness, chance),
    ...(isBusiness ? { businessName: `${holder.split(' ').at(-1)} ${chance.pick(trades)}` } : {}),
    status: chance.happens(0.04) ? 'INACTIVE' : 'ACTIVE',
    billType: chance.pick(['EMAIL', 'EMAIL', 'EMAIL', 'PAPER_EMAIL', 'PAPER']),
    notificationPreference: chance.pick(['Email', 'Text', 'Text & Email', '']),
    issuedDaysAgo: chance.whole(1, 29),
    months: terms.bills,
    extras: extrasOf(isBusiness, chance),
    discounts: () =>
      isAutomatic ? [{ type: 'discount', description: 'Autopay discount', cents: -500 }] : [],
    happened: happeningsOf(chance),
    methods,
    paid: isAutomatic ? byAutopay(usual.externalId) : byHand(usual?.externalId ?? mailedCheck, unpaid),
    ...(isAutomatic ? { autopay: { method: usual.externalId, monthsAgo: terms.bills } } : {}),
    entitlements: chance.happens(0.06)
      ? [
          {
            discountType: 'Hero Discount',
            isApplied: true,
            isEligible: true,
            eligibleDate: addDays(terms.today, -400),
          },
        ]
      : [],
  };
}

/** Most people have at most the latest bill open; some are behind. */
function latelyUnpaid(chance: Chance): number {
  if (chance.happens(0.3)) return 0;
  return chance.happens(0.92) ? 1 : chance.whole(2, 3);
}

function placeOf(chance: Chance): Place {
  const [city, state, postCode] = chance.pick<readonly [string, string, string]>(towns);
  const streetNrLast = chance.happens(0.2) ? `Apt ${chance.whole(1, 40)}` : '';
  return {
    streetNrFirst: String(chance.whole(1, 9_800)),
    streetNrLast,
    streetName: chance.pick(streets),
    city,
    state,
    postCode,
  };
}

function planOf(isBusiness: boolean, chance: Chance): Plan {
  if (isBusiness) return chance.pick([plans.business500, plans.businessGig]);
  return chance.pick([
    plans.fiber300,
    plans.fiber500,
    plans.fiber500,
    plans.fiberGig,
    plans.fiberGig,
    plans.fiber2Gig,
  ]);
}

function extrasOf(isBusiness: boolean, chance: Chance): Extra[] {
  if (isBusiness) return chance.happens(0.5) ? [extras.staticAddress, extras.router] : [extras.router];
  return [...(chance.happens(0.6) ? [extras.wifi] : []), ...(chance.happens(0.25) ? [extras.phone] : [])];
}

function methodsOf(account: string, holder: string, chance: Chance, today: string): PaymentMethodLine[] {
  const terms = { account, holder, today, isDefault: true };
  if (chance.happens(0.12)) return [];
  const ends = chance.digits(4);
  if (chance.happens(0.25)) return [bankAccount({ ...terms, ends, nickname: 'Checking' })];
  const monthsLeft = chance.whole(-2, 48);
  const main = card(chance.pick(['VISA', 'VISA', 'MC', 'AMEX', 'DISC']), { ...terms, ends, monthsLeft });
  if (chance.happens(0.8)) return [main];
  return [
    main,
    bankAccount({ ...terms, ends: `${(Number(ends) + 1) % 10_000}`.padStart(4, '0'), isDefault: false }),
  ];
}

/** A charge, usage or credit now and then; the same months whenever it is asked. */
function happeningsOf(chance: Chance): (monthsAgo: number) => Charge[] {
  const visitMonth = chance.happens(0.15) ? chance.whole(0, 11) : -1;
  const creditMonth = chance.happens(0.1) ? chance.whole(0, 11) : -1;
  const usageCents = chance.happens(0.2) ? chance.whole(50, 900) : 0;
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
