import { shortenedName } from './quoted-name.ts';

/** Characters of a name that fit into two lines of the window. */
const NAME_LENGTH = 70;
const LINE_LENGTH = 48;

interface Addressee {
  readonly holderName: string;
  readonly businessName: string | null;
  readonly billingAddress: readonly string[];
}

/** Lines for the window of the envelope: the business with the holder’s name, or the holder, and the address. */
export function addressWindow({ holderName, businessName, billingAddress }: Addressee): string[] {
  const names = businessName
    ? [shortenedName(businessName, NAME_LENGTH), shortenedName(holderName, LINE_LENGTH)]
    : [shortenedName(holderName, NAME_LENGTH)];
  return [...names, ...billingAddress.map((line) => shortenedName(line, LINE_LENGTH))].filter(Boolean);
}
