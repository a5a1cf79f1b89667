import type { BillItem } from './billing-events.ts';
import type { SampleAccount } from './persona.ts';
import { taxesAt } from './places.ts';
import { addOns, plans } from './plans.ts';

const recoveryFeeCents = 199;
const words = {
  en: {
    internet: (plan: string) => `${plan} internet`,
    of: 'of',
    days: 'days',
    fees: 'Taxes and fees',
    recovery: 'Regulatory recovery fee',
    activity: 'Other charges and credits',
  },
  es: {
    internet: (plan: string) => `Internet ${plan}`,
    of: 'de',
    days: 'días',
    fees: 'Impuestos y cargos',
    recovery: 'Cargo por recuperación de costos regulatorios',
    activity: 'Otros cargos y créditos',
  },
} as const;

/** Days of service before the first whole cycle. */
interface Proration {
  readonly days: number;
  readonly cycleDays: number;
}

/** Returns the items of a bill: plan with discounts, add-ons, other charges, taxes, and fees. */
export function billItems(account: SampleAccount, monthsAgo: number, proration?: Proration): BillItem[] {
  const { plan, earlierPrice, discounts = [], otherCharges = [], language = 'en' } = account;
  const text = words[language];
  const { days, cycleDays } = proration ?? { days: 1, cycleDays: 1 };
  const note = proration ? ` (${days} ${text.of} ${cycleDays} ${text.days})` : '';
  const share = (cents: number) => Math.round((cents * days) / cycleDays);
  const { name, cents: currentCents } = plans[plan];
  const planCents = earlierPrice && monthsAgo >= earlierPrice.monthsAgo ? earlierPrice.cents : currentCents;
  const recurring = (description: string, cents: number) => ({
    type: 'recurring' as const,
    description: `${description}${note}`,
    cents: share(cents),
  });
  const planDiscounts = discounts
    .filter(({ months = Number.POSITIVE_INFINITY }) => monthsAgo < months)
    .map(({ description, cents }) => ({ type: 'discount' as const, description, cents: share(cents) }));
  const added = (account.addOns ?? []).map((addOn) => addOns[addOn]);
  const activity = otherCharges.filter((charge) => charge.monthsAgo === monthsAgo);
  const taxedCents = [
    ...added.filter(({ isTaxed }) => isTaxed).map(({ cents }) => share(cents)),
    ...activity.filter(({ type }) => type === 'one-time' || type === 'usage').map(({ cents }) => cents),
  ].reduce((sum, cents) => sum + cents, 0);
  const fee = { type: 'fee' as const, description: text.recovery, cents: recoveryFeeCents };
  return [
    { description: name, charges: [recurring(text.internet(name), planCents), ...planDiscounts] },
    ...added.map((addOn) => ({
      description: addOn[language],
      charges: [recurring(addOn[language], addOn.cents)],
    })),
    ...(activity.length > 0 ? [{ description: text.activity, charges: activity }] : []),
    { description: text.fees, charges: [...taxCharges(account, taxedCents), fee] },
  ];
}

function taxCharges({ place, language = 'en' }: SampleAccount, taxedCents: number) {
  return taxesAt(place)
    .map(({ basisPoints, ...names }) => ({
      type: 'tax' as const,
      description: `${names[language]} (${(basisPoints / 100).toFixed(2)}%)`,
      cents: Math.round((taxedCents * basisPoints) / 10_000),
    }))
    .filter(({ cents }) => cents !== 0);
}
