const decimalText = /^(\d{1,13})(?:\.(\d{1,2}))?$/;
const impliedText = /^\d{1,12}$/;

/** Returns cents as dollars with two decimals, TranSafe's format: "12.34" for 1234. */
export function decimalsOf(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Returns the cents of a text like "12.34"; undefined for any other text. */
export function centsOfDecimals(text: unknown): number | undefined {
  const match = typeof text === 'string' ? decimalText.exec(text) : null;
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** Returns cents with two implied decimals, Orbital's format: "1234" for 1234. */
export function impliedDecimalsOf(cents: number): string {
  return String(cents);
}

/** Returns the cents of a text like "1234"; undefined for any other text. */
export function centsOfImpliedDecimals(text: unknown): number | undefined {
  return typeof text === 'string' && impliedText.test(text) ? Number(text) : undefined;
}

/**
 * Returns a member that says, under a name that is not known, that less was charged; undefined if there is none. The amount itself and
 * the known name of a part are left out.
 */
export function partOf(
  members: Readonly<Record<string, unknown>>,
  knownPart: string,
  amountCents: number,
  centsOf: (amount: unknown) => number | undefined,
): string | undefined {
  const { amount: _, [knownPart]: __, ...others } = members;
  const isPart = ([name, value]: [string, unknown]) =>
    /am(?:oun)?t$/i.test(name) && (centsOf(value) || amountCents) < amountCents;
  return Object.entries(others).find(isPart)?.join(' is ');
}
