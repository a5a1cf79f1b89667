import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast } from '../colors.ts';
import { backgrounds, brandColors, brandStyles } from './brand-colors.ts';

const readable = 4.5;
const visible = 3;
const css = readFileSync(join(import.meta.dirname, '../../../../web/src/app/base.css'), 'utf8');
const ofStyles = { light: colorsIn(0), dark: colorsIn(1) };
const operators = ['#1769aa', '#ffd400', '#00e5a0', '#ff5a5f', '#102030', '#ffffff', '#000000', '#7b2ff7'];

/** Custom properties of `base.css` in the light scheme (0) or the dark one (1). */
function colorsIn(scheme: 0 | 1): Readonly<Record<string, string>> {
  const pairs = css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g);
  return Object.fromEntries([...pairs].map(([, name = '', ...colors]) => [name, colors[scheme] ?? '']));
}

test('[LOOK-1] black on white has the highest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#777777')).toBe(1);
});

test('[SHELL-2] the brand’s own color is used where it reads', () => {
  expect(brandColors('#1769aa', 'light')).toEqual({
    '--brand': '#1769aa',
    '--brand-hover': '#13558a',
    '--on-brand': '#ffffff',
    '--link': '#1769aa',
  });
});

describe.each(['light', 'dark'] as const)('the %s scheme', (scheme) => {
  const colors = ofStyles[scheme];
  const all = backgrounds[scheme];
  const [card] = all;
  const lowest = (color: string | undefined) => Math.min(...all.map((each) => contrast(color ?? '', each)));

  test('[LOOK-1] the backgrounds are those of the pages', () => {
    const named = Object.entries(colors).filter(([name]) => /^(page|card|good|bad|wait|quiet)-/.test(name));
    expect(named.map(([, color]) => color).sort()).toEqual([...all].sort());
    expect(colors['card-background']).toBe(card);
  });

  test('[LOOK-1] a page without the server’s colors has those of the example’s brand', () => {
    for (const [name, color] of Object.entries(brandColors('#1769aa', scheme)))
      expect(colors[name.slice(2)], name).toBe(color);
  });

  test.each(['text', 'muted', 'bad'])('[LOOK-1] --%s reads on every background', (name) => {
    expect(lowest(colors[name])).toBeGreaterThanOrEqual(readable);
  });

  test.each(['good', 'wait', 'bad'])('[LOOK-1] --%s reads on its background and on a card', (tone) => {
    for (const background of [colors[`${tone}-background`], card])
      expect(contrast(colors[tone] ?? '', background ?? '')).toBeGreaterThanOrEqual(readable);
  });

  test('[LOOK-1] the border of a field is found on page and card', () => {
    for (const background of [colors['page-background'], card])
      expect(contrast(colors['field-line'] ?? '', background ?? '')).toBeGreaterThanOrEqual(visible);
  });

  test.each(operators)('[SHELL-2] the operator’s color %s reads as a link and on a button', (color) => {
    const { '--brand': brand = '', '--on-brand': ink = '', ...others } = brandColors(color, scheme);
    expect(lowest(others['--link'])).toBeGreaterThanOrEqual(readable);
    expect(contrast(brand, card)).toBeGreaterThanOrEqual(readable);
    expect(contrast(ink, brand)).toBeGreaterThanOrEqual(readable);
    expect(contrast(ink, others['--brand-hover'] ?? '')).toBeGreaterThanOrEqual(contrast(ink, brand));
    expect(brandStyles(color)).toContain(`--brand:${brand};`);
  });
});
