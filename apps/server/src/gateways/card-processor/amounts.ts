const decimalText = /^(\d{1,13})(?:\.(\d{1,2}))?$/;
const impliedText = /^\d{1,12}$/;

/** “12.34” of 1234 cents: dollars with two decimals, as TranSafe writes them. */
export function decimalsOf(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Cents of “12.34”; undefined where the text is no such amount. */
export function centsOfDecimals(text: unknown): number | undefined {
  const match = typeof text === 'string' ? decimalText.exec(text) : null;
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** “1234” of 1234 cents: two implied decimals, as Orbital writes them. */
export function impliedDecimalsOf(cents: number): string {
  return String(cents);
}

/** Cents of “1234”; undefined where the text is no such amount. */
export function centsOfImpliedDecimals(text: unknown): number | undefined {
  return typeof text === 'string' && impliedText.test(text) ? Number(text) : undefined;
}
