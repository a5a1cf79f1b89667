import type { Address } from '@myaccount/contract/accounts';

/** The second part of an address is an end of a range, “77–79”, when it is a number; else a unit, “Apt 4”. */
const isNumber = /^\d/;

/** Returns number and street of an address: “118 Orchard Lane”, “77–79 Main St”, “12 Elm St, Apt 4”. */
export function streetOf({ streetNrFirst, streetNrLast, streetName }: Address): string {
  const isRange = isNumber.test(streetNrLast);
  const numbers = isRange ? `${streetNrFirst}–${streetNrLast}` : streetNrFirst;
  const street = [numbers, streetName].filter(Boolean).join(' ');
  return [street, isRange ? '' : streetNrLast].filter(Boolean).join(', ');
}

/** Returns where the account's service is. */
export function serviceAddressOf(addresses: readonly Address[]): Address | undefined {
  return addresses.find(({ addressType }) => addressType === 'Service');
}
