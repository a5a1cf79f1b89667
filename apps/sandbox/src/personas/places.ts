import type { AddressEntry } from './import-file.ts';
import type { Tax } from './plans.ts';

/** A service or billing address. */
export interface Place {
  readonly streetNrFirst: string;
  readonly streetNrLast?: string;
  readonly streetName: string;
  readonly city: string;
  readonly state: string;
  readonly postCode: string;
}

const taxesOf: Record<string, Tax[]> = {
  OH: [
    { name: 'Ohio sales tax', basisPoints: 575 },
    { name: 'County sales tax', basisPoints: 175 },
  ],
  VA: [{ name: 'Virginia communications tax', basisPoints: 500 }],
  TX: [
    { name: 'Texas sales tax', basisPoints: 625 },
    { name: 'Local sales tax', basisPoints: 200 },
  ],
  NC: [{ name: 'North Carolina sales tax', basisPoints: 700 }],
  // Oregon has no sales tax.
  OR: [],
};

export function taxesAt(place: Place): Tax[] {
  return taxesOf[place.state] ?? [];
}

const placePattern =
  /^(?<nr>[^ ]+)(?: (?<second>\S.*?) –)? (?<street>.+), (?<city>[^,]+), (?<state>[A-Z]{2}) (?<code>\d{5})$/;

/** Parses “118 Orchard Lane, Columbus, OH 43206”. Text between the number and a dash is the second address part. */
export function place(text: string): Place {
  const parts = placePattern.exec(text)?.groups;
  if (!parts) throw new Error(`Not an address: ${text}`);
  const { nr = '', second = '', street = '', city = '', state = '', code = '' } = parts;
  return { streetNrFirst: nr, streetNrLast: second, streetName: street, city, state, postCode: code };
}

/** The service address and the billing address, which is the same unless one is given. */
export function addressesAt(place: Place, billing: Place = place): AddressEntry[] {
  return [entry('Service', place), entry('Billing', billing)];
}

function entry(addressType: AddressEntry['addressType'], place: Place): AddressEntry {
  const { streetNrFirst, streetNrLast = '', streetName, city, state, postCode } = place;
  return { addressType, streetNrFirst, streetNrLast, streetName, city, state, country: 'USA', postCode };
}
