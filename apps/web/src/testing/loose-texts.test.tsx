import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { looseTexts } from './loose-texts.ts';
import { takeShownLooseTexts } from './shown-loose-texts.ts';

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
])('[LOOK-7] a text %s', async (_, content, expected) => {
  const { unmount } = render(content);
  const found = looseTexts();
  unmount();
  expect(found).toEqual(expected);
  // The tab saw it too, also once it is gone. Taken here, it does not fail this test.
  await Promise.resolve();
  expect(takeShownLooseTexts()).toEqual(expected);
});
