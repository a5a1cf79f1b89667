/** Cents as dollar text in the import file: 8499 is “84.99”. */
export function dollarText(cents: number): string {
  return (cents / 100).toFixed(2);
}
