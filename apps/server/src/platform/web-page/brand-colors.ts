import { contrast, inkOn, mix } from '../colors.ts';

const steps = 10;
const baseStep = 6;
const hoverShare = 0.1875;
/** WCAG 2.2 AA for text. */
const readableContrast = 4.5;

/** The backgrounds of words in each color scheme, cards first; `apps/web/src/app/base.css` has the same. */
export const backgrounds = {
  light: ['#ffffff', '#f6f7f9', '#e3f4ea', '#fdeceb', '#fdf3dc', '#eef1f4'],
  dark: ['#1d2024', '#131518', '#16331f', '#43201d', '#3a2c0d', '#282c32'],
} as const;

/** Returns ten shades of the brand's color, lightest first; the brand's own is at {@link baseStep}. */
function shadesOf(color: string): string[] {
  return Array.from({ length: steps }, (_, step) =>
    step <= baseStep
      ? mix(color, '#ffffff', ((baseStep - step) / baseStep) * 0.93)
      : mix(color, '#000000', ((step - baseStep) / (steps - baseStep)) * 0.75),
  );
}

/** Returns the shade nearest to the brand's own that reads on every one of the backgrounds; black or white if none does. */
function readableShade(shades: readonly string[], on: readonly string[]): string {
  const byNearness = [...shades.keys()].sort((a, b) => Math.abs(a - baseStep) - Math.abs(b - baseStep));
  const reads = (shade: string) => on.every((background) => contrast(shade, background) >= readableContrast);
  return byNearness.map((step) => shades[step] ?? '').find(reads) ?? inkOn(on[0] ?? '');
}

/**
 * Returns the brand's colors in a color scheme, `#rrggbb` by custom property: of filled buttons, of words on them, and of
 * links. They read whatever color the operator chose (SHELL-2, LOOK-1).
 */
export function brandColors(color: string, scheme: keyof typeof backgrounds): Record<string, string> {
  const shades = shadesOf(color);
  const brand = readableShade(shades, backgrounds[scheme].slice(0, 1));
  const ink = inkOn(brand);
  return {
    '--brand': brand,
    // Away from the words on it, which read the better.
    '--brand-hover': mix(brand, ink === '#ffffff' ? '#000000' : '#ffffff', hoverShare),
    '--on-brand': ink,
    '--link': readableShade(shades, backgrounds[scheme]),
  };
}

/** Returns the style sheet of a brand's color, which goes before the colors of `base.css`. */
export function brandStyles(color: string): string {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => {
    const properties = Object.entries(brandColors(color, scheme));
    return `:root{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`;
  });
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}
