import { inkOn } from '../mail/ink.ts';

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const steps = 10;
const baseStep = 6;
/** WCAG 2.2 AA for text. */
const readableContrast = 4.5;

/** What a filled button and a link stand on in each color scheme; `apps/web/src/app/base.css` has the same. */
export const backgrounds = {
  light: {
    card: '#ffffff',
    all: ['#f6f7f9', '#ffffff', '#e3f4ea', '#fdeceb', '#fdf3dc', '#eef1f4'],
  },
  dark: {
    card: '#1d2024',
    all: ['#131518', '#1d2024', '#16331f', '#43201d', '#3a2c0d', '#282c32'],
  },
} as const;

type Scheme = keyof typeof backgrounds;

/** Colors of the brand in one color scheme, `#rrggbb`. */
export interface BrandColors {
  readonly brand: string;
  readonly brandHover: string;
  readonly onBrand: string;
  readonly link: string;
}

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

function mix(from: Rgb, to: Rgb, share: number): string {
  const parts = from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parse(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the WCAG contrast of two `#rrggbb` colors, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns ten shades of the brand's color, lightest first; the brand's own is at {@link baseStep}. */
function shadesOf(color: string): string[] {
  const base = parse(color);
  return Array.from({ length: steps }, (_, step) =>
    step <= baseStep
      ? mix(base, white, ((baseStep - step) / baseStep) * 0.93)
      : mix(base, black, ((step - baseStep) / (steps - baseStep)) * 0.75),
  );
}

/** Returns the index of the shade nearest to the brand's own that reads on every one of the backgrounds. */
function readableStep(shades: readonly string[], ...on: readonly string[]): number {
  const byNearness = [...shades.keys()].sort((a, b) => Math.abs(a - baseStep) - Math.abs(b - baseStep));
  const reads = (step: number) =>
    on.every((background) => contrast(shades[step] ?? '', background) >= readableContrast);
  return byNearness.find(reads) ?? baseStep;
}

/** Returns the brand's colors for a scheme: readable whatever color the operator chose (SHELL-2, LOOK-1). */
export function brandColors(color: string, scheme: Scheme): BrandColors {
  const { card, all } = backgrounds[scheme];
  const shades = shadesOf(color);
  const step = readableStep(shades, card);
  const brand = shades[step] ?? color;
  return {
    brand,
    brandHover: shades[Math.min(step + 1, steps - 1)] ?? brand,
    onBrand: inkOn(brand),
    link: shades[readableStep(shades, ...all)] ?? brand,
  };
}

function declarations(color: string, scheme: Scheme): string {
  const { brand, brandHover, onBrand, link } = brandColors(color, scheme);
  return `:root{--brand:${brand};--brand-hover:${brandHover};--on-brand:${onBrand};--link:${link}}`;
}

/** Returns the style sheet of a brand's color, which goes before the colors of `base.css`. */
export function brandStyles(color: string): string {
  return `${declarations(color, 'light')}@media (prefers-color-scheme:dark){${declarations(color, 'dark')}}`;
}
