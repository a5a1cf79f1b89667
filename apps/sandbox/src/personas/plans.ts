import type { BillCharge, BillItem } from './billing-history.ts';
import { addDays, dayOfMonth, daysBetween } from './calendar.ts';
import { dollars, type PlanLine } from './import-file.ts';

export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly downloadMbps: number;
  readonly uploadMbps: number;
}

const plan = (id: string, name: string, cents: number, mbps: number): Plan => ({
  id,
  name,
  cents,
  downloadMbps: mbps,
  uploadMbps: mbps,
});

/** The plans of the demo provider: products, with one name in every language. */
export const plans = {
  fiber300: plan('FIBER-300', 'Fiber 300', 5_499, 300),
  fiber500: plan('FIBER-500', 'Fiber 500', 6_999, 500),
  fiberGig: plan('FIBER-1G', 'Fiber 1 Gig', 8_999, 1_000),
  fiber2Gig: plan('FIBER-2G', 'Fiber 2 Gig', 11_999, 2_000),
  business500: plan('BIZ-500', 'Business Fiber 500', 11_900, 500),
  businessGig: plan('BIZ-1G', 'Business Fiber 1 Gig', 19_900, 1_000),
} as const satisfies Record<string, Plan>;

export function planLines(): PlanLine[] {
  return Object.values(plans).map(({ id, name, cents, downloadMbps, uploadMbps }) => ({
    type: 'plan',
    planId: id,
    name,
    monthlyPrice: dollars(cents),
    downloadMbps,
    uploadMbps,
  }));
}

/** A monthly add-on to a plan. */
export interface AddOn {
  readonly item: string;
  readonly itemEs: string;
  readonly cents: number;
  readonly isTaxed: boolean;
}

export const addOns = {
  wifi: { item: 'Whole-home Wi-Fi', itemEs: 'Wi-Fi para todo el hogar', cents: 1_000, isTaxed: true },
  phone: {
    item: 'Home phone, unlimited in the US',
    itemEs: 'Teléfono, ilimitado en EE. UU.',
    cents: 1_999,
    isTaxed: true,
  },
  staticAddress: { item: 'Static IP address', itemEs: 'Dirección IP fija', cents: 1_500, isTaxed: false },
  router: { item: 'Managed router', itemEs: 'Router administrado', cents: 1_200, isTaxed: true },
} as const satisfies Record<string, AddOn>;

/** A tax on equipment and telephone. Internet access is not taxed. */
export interface Tax {
  readonly name: string;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
}

/** The contents of one bill. */
export interface BillContent {
  readonly plan: Plan;
  /** Overrides the plan's price. */
  readonly planCents?: number;
  readonly addOns: readonly AddOn[];
  /** Discount charges on the plan. */
  readonly discounts: readonly BillCharge[];
  /** One-time charges, usage, and credits of this month. */
  readonly otherCharges: readonly BillCharge[];
  readonly taxes: readonly Tax[];
  readonly language: 'en' | 'es';
}

const recoveryFeeCents = 199;
const words = {
  en: {
    internet: 'internet',
    fees: 'Taxes and fees',
    recovery: 'Regulatory recovery fee',
    activity: 'Other charges and credits',
  },
  es: {
    internet: 'internet',
    fees: 'Impuestos y cargos',
    recovery: 'Cargo de recuperación regulatoria',
    activity: 'Otros cargos y créditos',
  },
} as const;

/** The items of a regular bill: plan with discounts, add-ons, other charges, taxes, and fees. */
export function monthlyItems(content: BillContent): BillItem[] {
  return itemsOf(content, (cents) => cents, '');
}

/** The items of a first bill, prorated from the start of service to the next cycle. */
export function proratedItems(content: BillContent, from: string, nextCycle: string): BillItem[] {
  const days = daysBetween(from, nextCycle);
  const cycleDays = daysBetween(addMonthBack(nextCycle), nextCycle);
  const share = (cents: number) => Math.round((cents * days) / cycleDays);
  const note =
    content.language === 'es' ? ` (${days} de ${cycleDays} días)` : ` (${days} of ${cycleDays} days)`;
  return itemsOf(content, share, note);
}

function addMonthBack(day: string): string {
  const back = addDays(day, -dayOfMonth(day));
  return `${back.slice(0, 8)}${day.slice(8)}`;
}

function itemsOf(content: BillContent, share: (cents: number) => number, note: string): BillItem[] {
  const { plan: its, planCents = its.cents, language } = content;
  const isSpanish = language === 'es';
  const text = words[language];
  const planItem = {
    description: its.name,
    charges: [
      {
        type: 'recurring' as const,
        description: `${its.name} ${text.internet}${note}`,
        cents: share(planCents),
      },
      ...content.discounts.map((discount) => ({ ...discount, cents: share(discount.cents) })),
    ],
  };
  const addOnItems = content.addOns.map((addOn) => {
    const description = isSpanish ? addOn.itemEs : addOn.item;
    return {
      description,
      charges: [
        { type: 'recurring' as const, description: `${description}${note}`, cents: share(addOn.cents) },
      ],
    };
  });
  const activity =
    content.otherCharges.length > 0
      ? [{ description: text.activity, charges: [...content.otherCharges] }]
      : [];
  const taxedCents =
    content.addOns.filter(({ isTaxed }) => isTaxed).reduce((sum, { cents }) => sum + share(cents), 0) +
    content.otherCharges
      .filter(({ type }) => type === 'one-time' || type === 'usage')
      .reduce((sum, { cents }) => sum + cents, 0);
  const taxes = content.taxes.map(({ name, basisPoints }) => ({
    type: 'tax' as const,
    description: `${name} (${(basisPoints / 100).toFixed(2)}%)`,
    cents: Math.round((taxedCents * basisPoints) / 10_000),
  }));
  const fee = { type: 'fee' as const, description: text.recovery, cents: recoveryFeeCents };
  const charged = taxes.filter(({ cents }) => cents !== 0);
  return [planItem, ...addOnItems, ...activity, { description: text.fees, charges: [...charged, fee] }];
}
