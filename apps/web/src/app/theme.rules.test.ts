import { describe, expect, test } from 'vitest';
import { contrast } from '../ui/accent.ts';
import { darkBackgrounds, lightBackgrounds, pageColors, theme } from './theme.ts';

const readable = 4.5;
const visible = 3;
const shades = theme.colors?.shades ?? [];
const shadeOf = (scheme: 'light' | 'dark') => {
  const { primaryShade } = theme;
  return shades[typeof primaryShade === 'object' ? (primaryShade[scheme] ?? 0) : 0] ?? '';
};

describe.each([
  ['light', lightBackgrounds],
  ['dark', darkBackgrounds],
] as const)('the %s scheme', (scheme, backgrounds) => {
  const colors: Readonly<Record<string, string>> = pageColors(theme as never)[scheme];
  const lowest = (color: string | undefined) =>
    Math.min(...Object.values(backgrounds).map((background) => contrast(color ?? '', background)));

  test.each([
    '--mantine-color-text',
    '--mantine-color-dimmed',
    '--mantine-color-anchor',
    '--mantine-color-error',
  ])('[LOOK-1] %s reads on every background', (name) => {
    expect(lowest(colors[name])).toBeGreaterThanOrEqual(readable);
  });

  test.each(['good', 'wait', 'bad'])(
    '[LOOK-1] the state %s reads on its background and on a card',
    (tone) => {
      const text = colors[`--${tone}`] ?? '';
      expect(contrast(text, colors[`--${tone}-background`] ?? '')).toBeGreaterThanOrEqual(readable);
      expect(contrast(text, colors['--card-background'] ?? '')).toBeGreaterThanOrEqual(readable);
    },
  );

  test('[LOOK-1] the border of a field and the focus ring are found on page and card', () => {
    for (const background of [colors['--page-background'], colors['--card-background']]) {
      expect(contrast(colors['--field-line'] ?? '', background ?? '')).toBeGreaterThanOrEqual(visible);
      expect(contrast(shadeOf(scheme), background ?? '')).toBeGreaterThanOrEqual(visible);
    }
  });
});
