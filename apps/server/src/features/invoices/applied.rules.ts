import type { AppliedAmount as WireAppliedAmount } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';
import { dayOf } from '../../platform/business-day.ts';
import { paymentMethodOf, type ShownMethod } from '../payment-methods/payment-methods.rules.ts';
import type { AppliedAllocation } from './applied.repository.ts';

/** An amount that paid an invoice or, below 0, was given back. */
export type AppliedAmount = Omit<WireAppliedAmount, 'amount'> & { readonly amountCents: number };

/**
 * Returns what paid an invoice and what was given back of that, by day: together what holds of its allocations (STATEMENT-3).
 * They come by payment or credit, the latest first.
 */
export function appliedAmountsOf(
  allocations: readonly AppliedAllocation[],
  issuedOn: string,
  timeZone: string,
): AppliedAmount[] {
  return [...Map.groupBy(allocations, ({ paymentId, credit }) => paymentId ?? credit?.id).values()]
    .flatMap((ofOne) => amountsOfOne(ofOne, issuedOn, timeZone))
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Returns what a payment or a credit paid, and each part that went back. What an import moved to another item is in neither. */
function amountsOfOne(
  ofOne: readonly AppliedAllocation[],
  issuedOn: string,
  timeZone: string,
): AppliedAmount[] {
  const [latest] = ofOne as [AppliedAllocation];
  const { paymentId, state, occurredOn, credit, creditedOn } = latest;
  const method = { ...latest, expiresOn: null, holderName: null } as ShownMethod;
  const fields = {
    payment: paymentId === null ? null : { id: paymentId, payment_method: paymentMethodOf(method) },
    credit,
  };
  const back = ofOne.flatMap((one): AppliedAmount[] => {
    const { reversedAt, refundId, amountCents } = one;
    const isLast = one === latest && (state === 'RETURNED' || state === 'REFUNDED');
    if (!reversedAt || (refundId === null && !isLast)) return [];
    // A refund in part releases the payment and applies the rest again.
    const again = ofOne.filter((other) => refundId && other.allocatedAt.getTime() === reversedAt.getTime());
    const kind = refundId === null && state === 'RETURNED' ? 'returned' : 'refunded';
    const backCents = Math.max(0, amountCents - sumCents(again));
    return [{ kind, day: dayOf(reversedAt, timeZone), amountCents: 0 - backCents, ...fields }];
  });
  const paidCents = sumCents(ofOne.filter(({ reversedAt }) => !reversedAt)) - sumCents(back);
  const [kind, day] = paymentId ? (['paid', occurredOn] as const) : (['credited', creditedOn] as const);
  const paid = { kind, day: day ?? issuedOn, amountCents: paidCents, ...fields };
  return [paid, ...back].filter(({ amountCents }) => amountCents !== 0);
}
