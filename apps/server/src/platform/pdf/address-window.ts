const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that always fit into one line of the window. */
const lineLength = 44;
/** Lines that the window shows wherever the sheet slides in its envelope. */
const windowLines = 4;
/** Lines that one line of an address can break into. */
const linesPerAddressLine = 2;

/** Names and address for the window of an envelope. */
export interface EnvelopeAddress {
  readonly holderName: string;
  readonly businessName: string | null;
  /** Street line(s) and city line, without the name. */
  readonly billingAddress: readonly string[];
}

/**
 * Returns the lines for the window of an envelope. A long line of the address breaks; names are cut that are longer than the
 * space the address leaves. More lines than the window always shows are set small.
 */
export function addressWindow(addressee: EnvelopeAddress) {
  const { holderName, businessName, billingAddress } = addressee;
  const names = [businessName, holderName].filter((name) => name !== null);
  const address = billingAddress.map((line) => shortenedName(line, linesPerAddressLine * lineLength));
  const linesForNames = Math.max(names.length, windowLines - lineCount(address));
  const linesPerName = Math.floor(linesForNames / names.length);
  const shown = names.map((name) => shortenedName(name, linesPerName * lineLength));
  return {
    names,
    lines: [...shown, ...address],
    isSmall: lineCount([...shown, ...address]) > windowLines,
    isNameCut: shown.some((name, index) => name !== names[index]?.trim()),
  };
}

function lineCount(texts: readonly string[]): number {
  return texts.reduce((count, text) => count + Math.ceil(text.length / lineLength), 0);
}

/** Returns the name, cut with an ellipsis to `maximum` graphemes. */
export function shortenedName(name: string, maximum: number): string {
  const trimmed = name.trim();
  // No grapheme is shorter than a code unit, and counting them is slow.
  if (trimmed.length <= maximum) return trimmed;
  const characters = Array.from(graphemes.segment(trimmed), ({ segment }) => segment);
  if (characters.length <= maximum) return trimmed;
  return `${characters
    .slice(0, maximum - 1)
    .join('')
    .trimEnd()}…`;
}
