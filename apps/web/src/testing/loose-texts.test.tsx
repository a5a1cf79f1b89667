import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { looseTexts } from './loose-texts.ts';

const Words = () => 'Words';

test.each([
  ['beside an element', <p key="p">Pay {<b>$5.00</b>}</p>, ['Pay']],
  ['in two parts', <p key="p">Pay {'$5.00'}</p>, ['Pay', '$5.00']],
  ['of a component', <p key="p">{<Words />}</p>, ['Words']],
  ['alone in its element', <p key="p">{'Pay $5.00'}</p>, []],
  [
    'blank',
    <p key="p">
      {<b>Pay</b>} {<b>$5.00</b>}
    </p>,
    [],
  ],
])('[LOOK-7] a text %s', (_, content, expected) => {
  const { unmount } = render(content);
  const found = looseTexts();
  // Before the tab looks, which would fail the test.
  unmount();
  expect(found).toEqual(expected);
});
