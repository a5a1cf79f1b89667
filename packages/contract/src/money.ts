/** Dollars on the wire (JSON number, at most two decimals) from integer cents. */
export function dollarsFromCents(cents: number): number {
  return cents / 100;
}

/** Integer cents of dollars on the wire, which have at most two decimals. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Returns whether dollars have at most two decimals. */
export function isWholeCents(dollars: number): boolean {
  return dollarsFromCents(centsOf(dollars)) === dollars;
}

/** Returns the sum of amounts in cents. */
export function sumCents(amounts: readonly { readonly amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const centsPerDollar = 100;
const thousands = /\B(?=(?:\d{3})+$)/g;

/**
 * “$1,084.99”, less than nothing “−$50.00” with a true minus sign: money reads the same in every language, on pages and on
 * paper (SHELL-12). Not by `Intl`, whose first number takes a phone 100 ms.
 */
export function formatCents(cents: number): string {
  const amount = Math.abs(cents);
  const dollars = String(Math.floor(amount / centsPerDollar)).replace(thousands, ',');
  return `${cents < 0 ? '−' : ''}$${dollars}.${String(amount % centsPerDollar).padStart(2, '0')}`;
}

/** “+$3.49” and “−$5.00”: how much more or less something is. */
export function formatChange(cents: number): string {
  return `${cents > 0 ? '+' : ''}${formatCents(cents)}`;
}
