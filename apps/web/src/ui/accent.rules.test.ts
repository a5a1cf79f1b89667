import { expect, test } from 'vitest';
import { contrast, readableShade, shadesOf } from './accent.ts';

test('black on white has the highest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#777777')).toBe(1);
});

test('the brand’s own color is used where it reads', () => {
  const shades = shadesOf('#1769aa');
  expect(shades[readableShade(shades, '#ffffff')]).toBe('#1769aa');
});

test.each(['#ffd400', '#00e5a0', '#ff5a5f', '#102030', '#ffffff', '#7b2ff7'])(
  '[SHELL-2] the operator’s color %s reads on light and on dark pages',
  (color) => {
    const shades = shadesOf(color);
    for (const background of ['#ffffff', '#1d2024']) {
      expect(contrast(shades[readableShade(shades, background)] ?? '', background)).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  },
);
