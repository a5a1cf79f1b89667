import { InvalidArgumentError } from 'commander';
import { centsOfDecimals } from '../gateways/card-processor/amounts.ts';

/** Returns a parser of an option: a text for which `parse` returns undefined is refused with what it must be. */
export function parser<T>(parse: (text: string) => T | undefined, mustBe: string): (text: string) => T {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${mustBe}.`);
    return value;
  };
}

/** Parses dollars above 0 to cents. */
export const dollars = parser((text) => centsOfDecimals(text) || undefined, 'dollars above 0, such as 20.00');

/** Returns a parser of a whole number within limits. */
export function wholeNumber(
  minimum: number,
  maximum: number,
  mustBe = `a whole number from ${minimum} to ${maximum}`,
) {
  return parser((text) => {
    const number = Number(text);
    return Number.isSafeInteger(number) && number >= minimum && number <= maximum ? number : undefined;
  }, mustBe);
}
