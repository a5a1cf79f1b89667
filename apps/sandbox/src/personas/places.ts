/** A tax on equipment and telephone. Internet access is not taxed. */
interface Tax {
  readonly name: string;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
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

/** Returns the taxes of a place, an address as text. */
export function taxesAt(place: string): Tax[] {
  return taxesOf[parsePlace(place).state] ?? [];
}

const placePattern =
  /^(?<nr>PO Box \d+|[^ ]+)(?: (?<second>\S.*?) –)?(?: (?<street>.+))?, (?<city>[^,]+), (?<state>[A-Z]{2}) (?<code>\d{5})$/;

/** Parses “118 Orchard Lane, Columbus, OH 43206”. Text between the number and a dash is the second address part. */
export function parsePlace(text: string) {
  const parts = placePattern.exec(text)?.groups;
  if (!parts) throw new Error(`Not an address: ${text}`);
  const { nr: streetNrFirst = '', second: streetNrLast = '', street: streetName = '' } = parts;
  const { city = '', state = '', code: postCode = '' } = parts;
  return { streetNrFirst, streetNrLast, streetName, city, state, country: 'USA', postCode };
}
