/** A tax on equipment and telephone. Internet access is not taxed. */
interface Tax {
  readonly en: string;
  readonly es: string;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
}

const taxesOf: Record<string, Tax[]> = {
  OH: [
    { en: 'Ohio sales tax', es: 'Impuesto sobre las ventas de Ohio', basisPoints: 575 },
    { en: 'County sales tax', es: 'Impuesto sobre las ventas del condado', basisPoints: 175 },
  ],
  VA: [
    {
      en: 'Virginia communications tax',
      es: 'Impuesto sobre las comunicaciones de Virginia',
      basisPoints: 500,
    },
  ],
  TX: [
    { en: 'Texas sales tax', es: 'Impuesto sobre las ventas de Texas', basisPoints: 625 },
    { en: 'Local sales tax', es: 'Impuesto local sobre las ventas', basisPoints: 200 },
  ],
  NC: [
    {
      en: 'North Carolina sales tax',
      es: 'Impuesto sobre las ventas de Carolina del Norte',
      basisPoints: 700,
    },
  ],
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
