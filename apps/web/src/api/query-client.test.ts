import { expect, test } from 'vitest';
import { whilePending } from './query-client.ts';

const { refetchInterval, refetchOnWindowFocus } = whilePending((isOut: boolean) => isOut);
const queryOf = (data: boolean | undefined, dataUpdateCount = 1) =>
  ({ state: { data, dataUpdateCount } }) as Parameters<typeof refetchInterval>[0];

test.each([
  ['while something is pending, every 15 seconds and on each return', true, 1, 15_000, 'always'],
  [
    'after ten minutes only on return, so that an open page does not keep the session',
    true,
    40,
    false,
    'always',
  ],
  ['otherwise only what is old, on return', false, 1, false, true],
  ['and before anything came', undefined, 0, false, true],
] as const)('[CONTACT-3, HERO-2] a query is asked again %s', (_when, data, count, every, onReturn) => {
  const query = queryOf(data, count);
  expect([refetchInterval(query), refetchOnWindowFocus(query)]).toEqual([every, onReturn]);
});
