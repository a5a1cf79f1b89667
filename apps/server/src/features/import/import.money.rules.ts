/** Cents of a file’s dollars: “84.99” is 8499, “-0.00” is 0. */
export function centsOf(dollars: string): number {
  return Number(dollars.replace('.', '')) + 0;
}

/** Dollars as the file writes them. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function sumCents(amounts: readonly { readonly amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
