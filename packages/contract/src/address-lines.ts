import type { Address } from './accounts.ts';

// How an address is written, on pages, in mails, and on paper. No schemas, so that the browser need not load them.

/** The parts of an address as it is stored; a part that is not there is empty. */
export type PostalAddress = Readonly<Omit<Address, 'addressType'>>;

/** The country of an address that customers can enter (ADDRESS-1). */
export const addressCountry = 'USA';

/** How files write that country, in capital letters alone. */
const domesticNames: readonly string[] = ['', 'US', 'USA', 'UNITEDSTATES', 'UNITEDSTATESOFAMERICA'];

/** Returns whether a country is the USA, which an address need not name. */
export function isDomestic(country: string): boolean {
  return domesticNames.includes(country.toUpperCase().replace(/[\s.]/g, ''));
}

const isNumber = (part: string) => /^\d+$/.test(part);

/** Returns whether both parts are numbers of houses, the second after the first: “77” and “79”, but not “118” and “4”. */
function isRange({ streetNrFirst, streetNrLast }: PostalAddress): boolean {
  return isNumber(streetNrFirst) && isNumber(streetNrLast) && Number(streetNrFirst) < Number(streetNrLast);
}

/** Returns number, street, and unit of an address: “118 Orchard Lane”, “77–79 Main St”, “12 Elm St, Apt 4”. */
export function streetOf(address: PostalAddress): string {
  const { streetNrFirst, streetNrLast, streetName } = address;
  if (isRange(address)) return [`${streetNrFirst}–${streetNrLast}`, streetName].filter(Boolean).join(' ');
  const street = [streetNrFirst, streetName].filter(Boolean).join(' ');
  return [street, streetNrLast].filter(Boolean).join(', ');
}

/** Returns an address line by line, as on an envelope: street, city with state and code, and a country other than the USA. */
export function addressLines(address: PostalAddress): string[] {
  const { city, state, country, postCode } = address;
  const code = isDomestic(country) ? formatZip(postCode) : postCode;
  const town = [city, [state, code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [streetOf(address), town, isDomestic(country) ? '' : country].filter(Boolean);
}

/** Returns a ZIP+4 code with its hyphen, “12345-6789”, and any other code as it is. */
export function formatZip(postCode: string): string {
  return postCode.replace(/^(\d{5})[\s-]*(\d{4})$/, '$1-$2');
}
