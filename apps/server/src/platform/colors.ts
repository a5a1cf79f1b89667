/** Parts of a color `#rrggbb`, 0 to 255. */
function partsOf(color: string): number[] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, value >> 8, value].map((part) => part & 0xff);
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the WCAG contrast of two colors `#rrggbb`, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns black or white, whichever is more readable on a color `#rrggbb`. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#000000') > contrast(color, '#ffffff') ? '#000000' : '#ffffff';
}

/** Returns the color that is this share of the way from one to another. */
export function mix(from: string, to: string, share: number): string {
  const target = partsOf(to);
  const parts = partsOf(from).map((part, index) => Math.round(part + ((target[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
