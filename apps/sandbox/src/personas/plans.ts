import { dollarText } from './money.ts';

const plan = (id: string, name: string, cents: number, mbps: number) => ({ id, name, cents, mbps });

/** The plans of the demo provider: products, with one name in every language. */
export const plans = {
  fiber300: plan('FIBER-300', 'Fiber 300', 5_499, 300),
  fiber500: plan('FIBER-500', 'Fiber 500', 6_999, 500),
  fiberGig: plan('FIBER-1G', 'Fiber 1 Gig', 8_999, 1_000),
  fiber2Gig: plan('FIBER-2G', 'Fiber 2 Gig', 11_999, 2_000),
  business500: plan('BIZ-500', 'Business Fiber 500', 11_900, 500),
  businessGig: plan('BIZ-1G', 'Business Fiber 1 Gig', 19_900, 1_000),
};
export type PlanName = keyof typeof plans;

/** The import lines of all plans. */
export function planLines() {
  return Object.values(plans).map(({ id, name, cents, mbps }) => ({
    type: 'plan' as const,
    planId: id,
    name,
    monthlyPrice: dollarText(cents),
    downloadMbps: mbps,
    uploadMbps: mbps,
  }));
}

/** Monthly additions to a plan. */
export const addOns = {
  wifi: { en: 'Whole-home Wi-Fi', es: 'Wi-Fi para todo el hogar', cents: 1_000, isTaxed: true },
  phone: {
    en: 'Home phone, unlimited in the US',
    es: 'Teléfono, ilimitado en EE. UU.',
    cents: 1_999,
    isTaxed: true,
  },
  staticAddress: { en: 'Static IP address', es: 'Dirección IP fija', cents: 1_500, isTaxed: false },
  router: { en: 'Managed router', es: 'Router administrado', cents: 1_200, isTaxed: true },
};
export type AddOnName = keyof typeof addOns;
