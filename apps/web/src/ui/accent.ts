import type { MantineColorsTuple } from '@mantine/core';

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const steps = 10;
const baseStep = 6;
/** WCAG 2.2 AA for text. */
const readableContrast = 4.5;

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

function format(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the WCAG contrast of two `#rrggbb` colors, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(parse(first)), luminance(parse(second))].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns ten shades of the brand's color, lightest first; the brand's own is at {@link baseStep}. */
export function shadesOf(color: string): MantineColorsTuple {
  const base = parse(color);
  const shade = (step: number) =>
    step <= baseStep
      ? mix(base, white, ((baseStep - step) / baseStep) * 0.93)
      : mix(base, black, ((step - baseStep) / (steps - baseStep)) * 0.75);
  return Array.from({ length: steps }, (_, step) => format(shade(step))) as unknown as MantineColorsTuple;
}

/** Returns the shade nearest to the brand's own that is readable on every one of the backgrounds. */
export function readableShade(shades: MantineColorsTuple, ...backgrounds: string[]): number {
  const byNearness = shades
    .map((_, step) => step)
    .sort((a, b) => Math.abs(a - baseStep) - Math.abs(b - baseStep));
  const found = byNearness.find((step) =>
    backgrounds.every((background) => contrast(shades[step] ?? '', background) >= readableContrast),
  );
  return found ?? baseStep;
}
