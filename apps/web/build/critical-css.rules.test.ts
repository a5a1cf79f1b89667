import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.ts';

const html = '<div class="card wide" style="color:var(--from-page)"><b class="name">A</b></div>';

test.each([
  ['.card{color:red}', '.card{color:red}'],
  ['.gone{color:red}', ''],
  ['.card .gone{color:red}', ''],
  ['.card,.gone{color:red}', '.card{color:red}'],
  ['.card:not(.gone){color:red}', '.card:not(.gone){color:red}'],
  ['body{margin:0}', 'body{margin:0}'],
  ['@media print{.gone{color:red}}', ''],
  ['@media print{.name{color:red}}', '@media print{.name{color:red}}'],
  ['@layer a{.gone{color:red}.card{color:red}}', '@layer a{.card{color:red}}'],
  ['@font-face{font-family:A}', '@font-face{font-family:A}'],
  ['@keyframes turn{to{rotate:1turn}}', ''],
  [
    '.card{animation:turn 1s}@keyframes turn{to{rotate:1turn}}',
    '.card{animation:turn 1s}@keyframes turn{to{rotate:1turn}}',
  ],
  [':root{--unused:1}', ''],
  [':root{--from-page:red}', ':root{--from-page:red}'],
  [':root{--a:var(--b);--b:1;--c:2}.card{color:var(--a)}', ':root{--a:var(--b);--b:1}.card{color:var(--a)}'],
  ['/* why */.card{color:red}', '.card{color:red}'],
])('[START-4] of %s the page needs %s', (css, needed) => {
  expect(criticalCss(css, html)).toBe(needed);
});
