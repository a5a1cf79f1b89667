/** Shown for what no font has: the Unicode replacement character. */
const REPLACEMENT = '\uFFFD';

/**
 * Characters without a shape of their own that only do harm on paper: controls, direction overrides, marks and
 * embeddings, zero-width spaces, variation selectors, tags. Isolates and joiners stay: names need them.
 */
const invisible =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2065\u206A-\u206F\uFE00-\uFE0F\uFEFF\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const plain = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F]*$/;
/** Joiners shape their neighbours and isolates order them; a font need not have a glyph for either. */
const needsNoGlyph = /[\u200C\u200D\u2066-\u2069]/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Coverage = readonly ReadonlySet<number>[];

/**
 * Text that can be printed whatever it was: in normal form C, on one line, without invisible characters, and with
 * U+FFFD where no single font has every part of a character. `coverage` holds a set of code points for each font.
 */
export function printableText(text: string, coverage: Coverage): string {
  const clean = text.toWellFormed().normalize('NFC').replace(lineBreaks, ' ').replace(invisible, '');
  if (plain.test(clean)) return clean;
  return Array.from(graphemes.segment(clean), ({ segment }) => printableGrapheme(segment, coverage)).join('');
}

function printableGrapheme(grapheme: string, coverage: Coverage): string {
  if (isCovered(grapheme, coverage)) return grapheme;
  const base = String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
  return isCovered(base, coverage) ? base : REPLACEMENT;
}

function isCovered(grapheme: string, coverage: Coverage): boolean {
  const needed = Array.from(grapheme)
    .filter((character) => !needsNoGlyph.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  return coverage.some((font) => needed.every((codePoint) => font.has(codePoint)));
}

/** The same data with every text in it made printable; keys stay. */
export function printableData(data: unknown, coverage: Coverage): unknown {
  if (typeof data === 'string') return printableText(data, coverage);
  if (Array.isArray(data)) return data.map((entry) => printableData(entry, coverage));
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, printableData(value, coverage)]),
  );
}
