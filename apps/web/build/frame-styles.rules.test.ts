import { frameStyleSheets } from '@myaccount/contract/frame-styles';
import { expect, test } from 'vitest';
import { frameStyles } from './frame-styles.ts';

test('[METHODS-3] each style sheet that may be signed is made, in the colors of its scheme', () => {
  const signed = Object.values(frameStyleSheets).map((path) => path.replace('/myaccount/', ''));
  expect(Object.keys(frameStyles)).toEqual(signed);
  const [light = '', dark = ''] = signed.map((path) => frameStyles[path]?.());
  expect(light).toMatch(/color-scheme: light;.+body \{\s+background: #ffffff;\s+color: #1a1d21;/s);
  expect(dark).toMatch(/color-scheme: dark;.+body \{\s+background: #1d2024;\s+color: #eceef1;/s);
  for (const style of [light, dark]) {
    expect(style).toMatch(/^@font-face \{\s+font-family: "Inter fallback";/m);
    expect(style).not.toMatch(/var\(|undefined|url\(|: ;/);
  }
});
