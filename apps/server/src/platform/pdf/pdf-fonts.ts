import { readFileSync } from 'node:fs';
import { coveredCharacters } from './font-coverage.ts';

/** A font file: its package and its path relative to the package's entry. */
type FontFile = readonly [packageName: string, path: string];

/** The page's font, then one font per group of scripts in customers' names, in the order in which Typst tries them. */
const regularFonts: readonly FontFile[] = [
  ['@expo-google-fonts/inter', './400Regular/Inter_400Regular.ttf'],
  ['@embedpdf/fonts-latin', '../fonts/NotoSans-Regular.ttf'],
  ['@embedpdf/fonts-arabic', '../fonts/NotoNaskhArabic-Regular.ttf'],
  ['@embedpdf/fonts-hebrew', '../fonts/NotoSansHebrew-Regular.ttf'],
  ['@expo-google-fonts/noto-sans-thai', './400Regular/NotoSansThai_400Regular.ttf'],
  ['@expo-google-fonts/nanum-gothic', './400Regular/NanumGothic_400Regular.ttf'],
  ['@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'],
  ['@expo-google-fonts/noto-emoji', './400Regular/NotoEmoji_400Regular.ttf'],
];
const boldFonts: readonly FontFile[] = [
  ['@expo-google-fonts/inter', './600SemiBold/Inter_600SemiBold.ttf'],
  ['@embedpdf/fonts-latin', '../fonts/NotoSans-Bold.ttf'],
];

/**
 * Reads the fonts from packages, with one set of code points per regular font, in the order in which Typst tries them. Fonts of the
 * machine are never used.
 */
export function loadPdfFonts() {
  const files = pdfFontUrls().map((url) => readFileSync(url));
  return { files, coverage: files.slice(0, regularFonts.length).map(coveredCharacters) };
}

/** Returns where the fonts are, regular ones first. */
export function pdfFontUrls(): URL[] {
  return [...regularFonts, ...boldFonts].map(
    ([packageName, path]) => new URL(path, import.meta.resolve(packageName)),
  );
}
