import type { Page } from '@playwright/test';
import type { Scene } from '../scenes/scene.ts';
import { useLargeText } from '../support/font-size.ts';

/** One way to look at a page. */
export interface Look {
  /** Part of the pictures' file names. */
  readonly name: string;
  /** Pixels. */
  readonly width: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly isForcedColors?: boolean;
  /** True for a default font of 32 px. */
  readonly isLargeText?: boolean;
}

const phoneMaximum = 767;
const heights = { phone: 844, wide: 800 };
const widths = [320, 390, 800, 1280];

/** Every look, in the order of the gallery's columns. */
export const looks: readonly Look[] = [
  ...widths.map((width) => ({ name: `${width}-light`, width })),
  ...widths.map((width) => ({ name: `${width}-dark`, width, colorScheme: 'dark' as const })),
  { name: '390-forced-colors', width: 390, isForcedColors: true },
  { name: '1280-forced-colors', width: 1280, isForcedColors: true },
  { name: '390-large-text', width: 390, isLargeText: true },
  { name: '1280-large-text', width: 1280, isLargeText: true },
];

/** The looks in which a scene shows. */
export function looksOf({ isPhoneOnly = false, isWideOnly = false }: Scene): Look[] {
  return looks.filter(({ width, isLargeText }) => {
    const isPhone = width <= phoneMaximum || isLargeText;
    return isPhone ? !isWideOnly : !isPhoneOnly;
  });
}

/** Gives an open page a look, without loading it again. */
export async function applyLook(page: Page, look: Look): Promise<void> {
  const height = look.width <= phoneMaximum ? heights.phone : heights.wide;
  await page.setViewportSize({ width: look.width, height });
  await page.emulateMedia({
    colorScheme: look.colorScheme ?? 'light',
    forcedColors: look.isForcedColors ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await useLargeText(page, look.isLargeText ?? false);
}
