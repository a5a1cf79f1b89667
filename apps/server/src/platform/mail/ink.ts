/** Relative luminance (WCAG 2.2) at which black and white text are equally readable. */
const equalContrastLuminance = 0.179;

/** Returns black or white, whichever is more readable on a color `#rrggbb`. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >> 16, value >> 8, value].map((part) => {
    const share = (part & 0xff) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > equalContrastLuminance ? '#000000' : '#ffffff';
}
