import { ordinaryOutcome } from '../outcome.ts';
import { addDays } from '../personas/calendar.ts';
import { type ImportLine, loginLine, personaOn } from '../personas/import-lines.ts';
import {
  type OtherCharge,
  type OtherPayment,
  type PersonaInput,
  type SampleAccount,
  type SavedMethod,
  usageEvery,
} from '../personas/persona.ts';
import type { AddOnName, PlanName } from '../personas/plans.ts';
import { firstNames, lastNames, streets, towns, trades } from './names.ts';
import { SeededRandom } from './seeded-random.ts';

export interface PopulationOptions {
  readonly seed: number;
  /** Regular bills per account. */
  readonly bills: number;
  readonly today: string;
}

/** A charge of a wrong bill: `ops generate` voids each bill that has it, because no line of an import file voids one. */
export const billedInError = 'Billed in error';
const firstAccountNumber = 300_000_000;

/** The import lines of one generated customer. The same seed and index always return the same lines. */
export function customerLines(index: number, options: PopulationOptions): ImportLine[] {
  const random = new SeededRandom(options.seed, index);
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const input: PersonaInput = {
    id: `G-${index + 1}`,
    firstName,
    lastName,
    email: `user${index + 1}@example.net`,
    about: '',
    accounts: [sampleAccountOf(index, `${firstName} ${lastName}`, random, options.bills)],
    phone: `${random.pick(['614', '503', '804', '704', '210'])}55501${random.digits(2)}`,
    born: addDays('1945-01-01', random.whole(0, 21_900)),
    pin: random.digits(4),
    language: random.happens(0.15) ? 'es' : 'en',
  };
  const persona = personaOn(input, options.today);
  return [...persona.lines.map(withOrdinaryMethod), loginLine(persona)];
}

/** Generated debts and what is left of them have any amount: nobody asked for the outcome that a small one would select. */
function withOrdinaryMethod(line: ImportLine): ImportLine {
  return line.type === 'paymentMethod'
    ? { ...line, token: `${line.token}-${ordinaryOutcome.keyword}` }
    : line;
}

function sampleAccountOf(index: number, holder: string, random: SeededRandom, bills: number): SampleAccount {
  const isBusiness = random.happens(0.08);
  const methods = methodsOf(random);
  const openingCents = openingOf(random);
  // Some who came with a debt never paid: it stays open.
  const isNeverPaid = openingCents > 0 && random.happens(0.3);
  const isAutomatic = !isNeverPaid && methods.length > 0 && random.happens(0.55);
  const unpaid = isNeverPaid ? bills : unpaidBillsOf(random);
  const account: SampleAccount = {
    accountNumber: String(firstAccountNumber + index),
    about: '',
    holder,
    unpaid,
    place: placeOf(random),
    plan: planOf(isBusiness, random),
    businessName: isBusiness ? `${holder.split(' ').at(-1)} ${random.pick(trades)}` : undefined,
    status: random.happens(0.04) ? 'INACTIVE' : 'ACTIVE',
    billType: random.pick(['EMAIL', 'EMAIL', 'EMAIL', 'PAPER_EMAIL', 'PAPER']),
    notificationPreference: random.pick(['Email', 'Text', 'Text & Email', '']),
    issuedDaysAgo: random.whole(1, 29),
    months: bills,
    addOns: addOnsOf(isBusiness, random),
    discounts: isAutomatic ? [{ description: 'Autopay discount', cents: -500 }] : [],
    otherCharges: [...otherChargesOf(random, bills), ...(isAutomatic ? [] : lateFeesOf(unpaid))],
    methods,
    autopayMonths: isAutomatic ? bills : undefined,
    entitlements: random.happens(0.06)
      ? [{ discountType: 'Hero Discount', isApplied: true, eligibleDaysAgo: 400 }]
      : [],
    openingCents,
    otherPayments: random.happens(0.15) ? [otherPaymentOf(random)] : [],
  };
  return { ...account, ...correctionsOf(account, random, bills) };
}

/** What billing corrects beside its bills, of some accounts: credits, debit adjustments, manual bills, and a wrong bill. */
function correctionsOf(
  { otherPayments = [], issuedDaysAgo = 0 }: SampleAccount,
  random: SeededRandom,
  bills: number,
): Pick<SampleAccount, 'adjustments' | 'reissued'> {
  // Each keeps its days for itself, so that it is known what came first.
  if (bills < 2 || otherPayments.length > 0 || !random.happens(0.3)) return {};
  const some = { monthsAgo: random.whole(1, Math.min(3, bills - 1)), daysAfter: random.whole(1, 5) };
  const kind = random.pick(['credit', 'credit', 'debit', 'manual', 'reissued'] as const);
  const cents = random.whole(500, 4_000);
  if (kind === 'reissued')
    return issuedDaysAgo > 6 ? { reissued: { daysAfter: 5, description: 'Wrong plan', cents } } : {};
  const reasons = { credit: 'Outage', debit: 'Equipment not returned', manual: undefined };
  const [reason, description] = [reasons[kind], reasons[kind] ?? 'Technician visit'];
  return { adjustments: [{ ...some, kind, reason, description, cents: kind === 'credit' ? -cents : cents }] };
}

/** Most accounts have at most the latest bill open; some are past due. */
function unpaidBillsOf(random: SeededRandom): number {
  if (random.happens(0.3)) return 0;
  return random.happens(0.92) ? 1 : random.whole(2, 3);
}

function placeOf(random: SeededRandom): string {
  const [city, state, postCode] = random.pick<readonly [string, string, string]>(towns);
  const apartment = random.happens(0.2) ? ` Apt ${random.whole(1, 40)} –` : '';
  return `${random.whole(1, 9_800)}${apartment} ${random.pick(streets)}, ${city}, ${state} ${postCode}`;
}

function planOf(isBusiness: boolean, random: SeededRandom): PlanName {
  if (isBusiness) return random.pick(['business500', 'businessGig']);
  return random.pick(['fiber300', 'fiber500', 'fiber500', 'fiberGig', 'fiberGig', 'fiber2Gig']);
}

function addOnsOf(isBusiness: boolean, random: SeededRandom): AddOnName[] {
  if (isBusiness) return random.happens(0.5) ? ['staticAddress', 'router'] : ['router'];
  const wifi: AddOnName[] = random.happens(0.6) ? ['wifi'] : [];
  return random.happens(0.25) ? [...wifi, 'phone'] : wifi;
}

function methodsOf(random: SeededRandom): SavedMethod[] {
  if (random.happens(0.12)) return [];
  const lastFour = random.digits(4);
  if (random.happens(0.25)) return [{ brand: 'ACH', lastFour, nickname: 'Checking' }];
  const monthsLeft = random.whole(-2, 48);
  const brand = random.pick(['VISA', 'VISA', 'MC', 'AMEX', 'DISC'] as const);
  const card: SavedMethod = { brand, lastFour, monthsLeft };
  if (random.happens(0.8)) return [card];
  return [card, { brand: 'ACH', lastFour: `${(Number(lastFour) + 1) % 10_000}`.padStart(4, '0') }];
}

/** Occasional charges, usage, and credits, in the same months on every call. */
function otherChargesOf(random: SeededRandom, bills: number): OtherCharge[] {
  const visitMonth = random.happens(0.15) ? random.whole(0, 11) : -1;
  const creditMonth = random.happens(0.1) ? random.whole(0, 11) : -1;
  const usageCents = random.happens(0.2) ? random.whole(50, 900) : 0;
  const wrongMonth = random.happens(0.02) ? random.whole(0, 2) : -1;
  const refundMonth = random.happens(0.02) ? random.whole(0, 4) : -1;
  const usage = (monthsAgo: number) => ({
    description: 'International calls',
    cents: usageCents + 13 * monthsAgo,
  });
  return [
    { monthsAgo: visitMonth, type: 'one-time', description: 'Technician visit', cents: 7_500 },
    { monthsAgo: creditMonth, type: 'discount', description: 'Credit for an outage', cents: -500 },
    { monthsAgo: wrongMonth, type: 'one-time', description: billedInError, cents: 6_000 },
    { monthsAgo: refundMonth, type: 'discount', description: 'Credit for a long outage', cents: -25_000 },
    ...(usageCents > 0 ? usageEvery(2, bills, usage) : []),
  ];
}

/** Each bill after one that was not paid in time has a late fee. */
function lateFeesOf(unpaid: number): OtherCharge[] {
  return Array.from({ length: Math.max(0, unpaid - 1) }, (_, monthsAgo) => ({
    monthsAgo,
    type: 'late-fee',
    description: 'Late fee',
    cents: 1_000,
  }));
}

/** Some accounts came with a debt or a credit from another system. */
function openingOf(random: SeededRandom): number {
  if (random.happens(0.08)) return random.whole(500, 9_000);
  return random.happens(0.04) ? -random.whole(500, 30_000) : 0;
}

/** A payment beside those of the bills: too little, too much, on its way, failed, or come back. */
function otherPaymentOf(random: SeededRandom): OtherPayment {
  const status = random.pick([
    'COMPLETED',
    'COMPLETED',
    'PENDING',
    'RETURNED',
    'REFUNDED',
    'PROCESSING_ERROR',
  ] as const);
  return {
    daysAgo: random.whole(1, 40),
    clock: '18:30',
    cents: random.whole(500, 30_000),
    status,
    reversedAfterDays: status === 'RETURNED' || status === 'REFUNDED' ? 6 : undefined,
  };
}
