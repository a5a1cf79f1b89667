import { addDays, dayOfMonth } from '../personas/calendar.ts';
import { dollarText } from '../personas/money.ts';
import type { Bill } from './gotransverse.store.ts';
import { centsOf, totalOf } from './ledger.rules.ts';

/** Charges that the next bill has again, as discounts beside something recurring. */
const repeatedTypes = ['recurring', 'tax', 'fee'];

/** Returns a bill's items with its first charge changed so that they add up to an amount. */
export function itemsWith(bill: Bill, cents: number): Bill['items'] {
  const [first, ...others] = bill.items;
  const [charge, ...charges] = first?.charges ?? [];
  if (!first || !charge) return bill.items;
  const amount = dollarText(centsOf(charge.amount) + cents - totalOf(bill));
  return [{ ...first, charges: [{ ...charge, amount }, ...charges] }, ...others];
}

/** Returns the items of the next bill: what recurs, the plan at its present price, with the same taxes and fees. */
export function repeatedItems({ items }: Bill, plan: string, price: string): Bill['items'] {
  const main = items.find(({ description }) => description === plan) ?? items[0];
  const priced = main?.charges.find(({ type }) => type === 'recurring');
  const repeated = items.map(({ description, charges }) => {
    const hasDiscounts = charges.some(({ type }) => type === 'recurring');
    const kept = charges.filter(
      ({ type }) => repeatedTypes.includes(type) || (hasDiscounts && type === 'discount'),
    );
    return {
      description,
      charges: kept.map((charge) => (charge === priced ? { ...charge, amount: price } : charge)),
    };
  });
  return repeated.filter(({ charges }) => charges.length > 0);
}

/** Returns the first day of the next cycle. A month without the day begins it on its last. */
export function nextCycleDay(from: string, cycleDay: number): string {
  for (let day = addDays(from, 1); ; day = addDays(day, 1)) {
    const isLast = dayOfMonth(addDays(day, 1)) === 1;
    if (dayOfMonth(day) === cycleDay || (isLast && dayOfMonth(day) < cycleDay)) return day;
  }
}
