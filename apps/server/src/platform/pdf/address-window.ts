import type { Addressee } from './letter-frame.ts';
import { shortenedName } from './quoted-name.ts';

/** Characters that surely fit into one line of the window. */
const LINE_LENGTH = 44;
/** The window shows this many lines however the sheet slides in its envelope. */
const WINDOW_LINES = 4;

/** Lines for the window of the envelope: names cut where they are longer than the room that the address leaves. */
export function addressWindow(addressee: Omit<Addressee, 'accountNumber'>) {
  const { holderName, businessName, billingAddress } = addressee;
  const names = [businessName, holderName].filter((name) => name !== null);
  const roomForNames = Math.max(names.length, WINDOW_LINES - billingAddress.length);
  const linesPerName = Math.floor(roomForNames / names.length);
  const shown = names.map((name) => shortenedName(name, linesPerName * LINE_LENGTH));
  return {
    lines: [...shown, ...billingAddress.map((line) => shortenedName(line, LINE_LENGTH))],
    isNameCut: shown.some((name, index) => name !== names[index]?.trim()),
  };
}
