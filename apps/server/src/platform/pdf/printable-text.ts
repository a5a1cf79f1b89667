/** Replaces characters that no font has: the Unicode replacement character. */
const replacement = '\uFFFD';

/**
 * Invisible characters that do harm on paper: controls, direction overrides, marks and embeddings, zero-width spaces,
 * variation selectors, tags. Isolates and joiners stay because names need them.
 */
const invisible =
  /\p{Cc}|\u00AD|\u061C|\u180E|\u200B|[\u200E\u200F\u202A-\u202E]|[\u2060-\u2065\u206A-\u206F]|\p{Variation_Selector}|\uFEFF|[\uFFF0-\uFFFB]|[\u{E0000}-\u{E00FF}]/gu;
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const plain = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F–—‘’“”…]*$/;
/** Joiners shape their neighbors and isolates order them. Neither needs a glyph. */
const needsNoGlyph = /\u200C|\u200D|[\u2066-\u2069]/;
/** Private characters: each font has other pictures for them. */
const privateUse = /\p{Co}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A longer word may break after every {@link breakEvery} characters, marked by zero-width spaces. */
const longestWord = 32;
const longWord = new RegExp(`\\S{${longestWord},}`, 'gu');
const breakEvery = 8;

/** One set of code points per font. */
type Coverage = readonly ReadonlySet<number>[];

/**
 * Returns a printable form of any text: in normal form C, without line breaks and invisible characters, with U+FFFD if
 * no single font has every part of a character, and with possible breaks in words too long for a line.
 */
export function printableText(text: string, coverage: Coverage): string {
  if (text.length < longestWord && plain.test(text)) return text;
  const clean = text.toWellFormed().normalize('NFC').replace(lineBreaks, ' ').replace(invisible, '');
  const shown = plain.test(clean)
    ? clean
    : graphemesOf(clean)
        .map((grapheme) => printableGrapheme(grapheme, coverage))
        .join('');
  return shown.replace(longWord, breakable);
}

/** Returns the data with every text made printable. Keys do not change. */
export function printableData(data: unknown, coverage: Coverage): unknown {
  if (typeof data === 'string') return printableText(data, coverage);
  if (Array.isArray(data)) return data.map((entry) => printableData(entry, coverage));
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, printableData(value, coverage)]),
  );
}

function printableGrapheme(grapheme: string, coverage: Coverage): string {
  if (isCovered(grapheme, coverage)) return grapheme;
  const base = String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
  return isCovered(base, coverage) ? base : replacement;
}

function isCovered(grapheme: string, coverage: Coverage): boolean {
  if (privateUse.test(grapheme)) return false;
  const needed = Array.from(grapheme)
    .filter((character) => !needsNoGlyph.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  return coverage.some((font) => needed.every((codePoint) => font.has(codePoint)));
}

function breakable(word: string): string {
  return graphemesOf(word)
    .map((grapheme, index) => (index > 0 && index % breakEvery === 0 ? `\u200B${grapheme}` : grapheme))
    .join('');
}

function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
