import { expect, test } from 'vitest';
import { contract } from '../../architecture/contract.ts';
import { nameOf } from '../../architecture/endpoint-rows.ts';
import { accepted, atMostAccepted } from './accepted.ts';

test('a ratio of up to 15 % above the accepted one meets its target', () => {
  const [name = '', ratio = 0] = Object.entries(accepted).find(([key]) => key.endsWith(', CPU')) ?? [];
  expect(atMostAccepted(name, ratio * 1.14).isMet).toBe(true);
  expect(atMostAccepted(name, ratio * 1.16).isMet).toBe(false);
});

test('what nobody has accepted misses its target', () => {
  expect(atMostAccepted('unknown, CPU', 0.1).isMet).toBe(false);
});

test('counts are accepted only of calls that the contract has', () => {
  const names = contract.flatMap((call) => [`${nameOf(call)}, statements`, `${nameOf(call)}, round trips`]);
  const counted = Object.keys(accepted).filter((name) => !name.endsWith(', CPU'));
  expect(counted.filter((name) => !names.includes(name))).toEqual([]);
});
