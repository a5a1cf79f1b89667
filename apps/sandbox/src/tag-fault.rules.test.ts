import { expect, it } from 'vitest';
import { tagOf } from './tag-fault.ts';

const faults = ['smtp451', 'smtp550'].map((tag) => ({ tag, meaning: '' }));

it.each([
  ['ann+smtp550@example.com', 'smtp550'],
  ['ANN+other+SMTP451@example.com', 'smtp451'],
  ['smtp550@example.com', undefined],
  ['ann+smtp55@example.com', undefined],
  ['ann@smtp550.example.com', undefined],
])('the address %s selects %s', (address, tag) => {
  expect(tagOf(faults, address)).toBe(tag);
});
