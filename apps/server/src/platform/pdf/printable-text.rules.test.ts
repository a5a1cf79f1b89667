import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.ts';
import { shortenedName } from './address-window.ts';
import { loadPdfFonts } from './pdf-fonts.ts';
import { printableData, printableText } from './printable-text.ts';

const { coverage } = loadPdfFonts();
const printable = (text: string) => printableText(text, coverage);

describe('printable text', () => {
  test.each([
    ['a name in Latin letters', "Zoë O'Brien-Łukasz"],
    ['Vietnamese', 'Nguyễn Thị Hồng Nhung'],
    ['Greek and Cyrillic', 'Ελένη Юлия'],
    ['Chinese', '王小明 張美麗'],
    ['Japanese', '山田 たろう カタカナ'],
    ['Korean', '김철수'],
    ['Arabic', 'محمد عبد الله'],
    ['Hebrew', 'שלום'],
    ['Devanagari', 'अमित कुमार'],
    ['Thai', 'สมชาย'],
    ['emoji, joined ones too', '🎉 👩‍👩‍👧 👍🏽'],
    ['what would be code in a template', '#let x = $a$ *b* \\ @c <d> _e_ `f` "g"'],
  ])('keeps %s', (_script, text) => {
    expect(printable(text)).toBe(text);
  });

  test.each([
    ['composes combining marks', 'Zoe\u0308', 'Zoë'],
    ['shows U+FFFD for what no font has', 'a\uE000b 𠀀', 'a\uFFFDb \uFFFD'],
    ['keeps the letter where only its mark is unknown', 'م\u20DDb', 'مb'],
    ['replaces lone surrogates', 'a\uD800b', 'a\uFFFDb'],
    ['removes direction overrides', '\u202Edrow\u202C', 'drow'],
    ['removes zero-width characters and byte order marks', 'a\u200Bb\uFEFFc\u00AD', 'abc'],
    ['removes controls', 'a\u0000b\u0007', 'ab'],
    ['sets lines as one', 'one\r\ntwo\u2028three\tfour', 'one two three four'],
    ['removes variation selectors', '❤\uFE0F', '❤'],
  ])('%s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('allows breaks in long words, so that they stay on the page', () => {
    expect(printable('W'.repeat(40))).toBe(Array(5).fill('WWWWWWWW').join('\u200B'));
    expect(printable('a word as long as any: Donaudampfschifffahrt')).not.toContain('\u200B');
  });

  test('is stable, well formed and covered for any input', () => {
    const covered = new Set(coverage.flatMap((font) => [...font]));
    fc.assert(
      fc.property(anyText(30), (text) => {
        const shown = printable(text);
        expect(shown.isWellFormed()).toBe(true);
        expect(printable(shown)).toBe(shown);
        for (const character of shown) expect(covered.has(character.codePointAt(0)!)).toBe(true);
      }),
    );
  });

  test('changes every text of a document and nothing else', () => {
    const data = { name: 'a\u0007', rows: [{ cents: 5, text: '\uE000' }], none: null, is: true };
    expect(printableData(data, coverage)).toEqual({
      name: 'a',
      rows: [{ cents: 5, text: '\uFFFD' }],
      none: null,
      is: true,
    });
  });
});

describe('names in the window of an envelope', () => {
  test.each([
    ['  Ana  ', 10, 'Ana'],
    ['Ana María Ruiz', 9, 'Ana Marí…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2, '👩‍👩‍👧…'],
  ])('%s is cut after whole characters', (name, maximum, shown) => {
    expect(shortenedName(name, maximum)).toBe(shown);
  });
});
