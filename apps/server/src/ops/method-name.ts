/** Returns a payment method as operators read it: `VISA …4242`. */
export function methodName({
  cardType,
  lastFour,
}: {
  readonly cardType: string;
  readonly lastFour: string | null;
}): string {
  return `${cardType} …${lastFour ?? ''}`;
}
