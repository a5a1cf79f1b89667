import { shortenedName } from './quoted-name.ts';

/** Characters that always fit into one line of the window. */
const lineLength = 44;
/** Lines that the window shows wherever the sheet slides in its envelope. */
const windowLines = 4;

/** Names and address for the window of an envelope. */
export interface EnvelopeAddress {
  readonly holderName: string;
  readonly businessName: string | null;
  /** Street line(s) and city line, without the name. */
  readonly billingAddress: readonly string[];
}

/** Returns the lines for the window of an envelope. Cuts names that are longer than the space the address leaves. */
export function addressWindow(addressee: EnvelopeAddress) {
  const { holderName, businessName, billingAddress } = addressee;
  const names = [businessName, holderName].filter((name) => name !== null);
  const linesForNames = Math.max(names.length, windowLines - billingAddress.length);
  const linesPerName = Math.floor(linesForNames / names.length);
  const shown = names.map((name) => shortenedName(name, linesPerName * lineLength));
  return {
    lines: [...shown, ...billingAddress.map((line) => shortenedName(line, lineLength))],
    isNameCut: shown.some((name, index) => name !== names[index]?.trim()),
  };
}
