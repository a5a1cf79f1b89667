import { expect, test } from 'vitest';
import { filesInCircles } from './without-circles.ts';

test.each([
  [{ a: ['b'], b: [] }, []],
  [{ a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c']],
  [{ a: ['a'] }, ['a']],
  [{ a: ['gone'], b: ['a'] }, []],
])('[RELEASE-2] of %j, the files in a circle are %j', (imports, circle) => {
  expect(filesInCircles(new Map(Object.entries(imports)))).toEqual(circle);
});
