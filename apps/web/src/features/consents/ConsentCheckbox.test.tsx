import { languages } from '@myaccount/contract/languages';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show, speak } from '../../testing/page.tsx';
import { user } from '../../testing/user.ts';
import { agreedConsent } from './agreed-consent.ts';
import { ConsentCheckbox } from './ConsentCheckbox.tsx';

function Debit({ day }: { day?: string }) {
  const [isGiven, setIsGiven] = useState(false);
  return (
    <ConsentCheckbox kind="bank-debit" amount="$84.99" day={day} isGiven={isGiven} onChange={setIsGiven} />
  );
}

test.each([
  ['en', undefined, /^I authorize Example Fiber to debit \$84\.99 once from my bank account\. If the debit/],
  [
    'en',
    '2026-12-01',
    /debit up to \$84\.99 once from my bank account on Dec 01, 2026\..*\(555\) 010-0199\.$/,
  ],
  ['es', undefined, /^Autorizo a Example Fiber a debitar \$84\.99 una sola vez.*el monto se debe de nuevo/],
  [
    'es',
    '2026-12-01',
    /debitar hasta \$84\.99 una sola vez de mi cuenta bancaria el 1 de diciembre de 2026\./,
  ],
] as const)('[CONSENT-1] names the box by its text, in %s, dated %s', async (language, day, words) => {
  await speak(language);
  show(<Debit {...(day && { day })} />);
  expect(screen.getByRole('checkbox', { name: words, checked: false })).toBeTruthy();
  await user.click(screen.getByRole('checkbox'));
  expect(screen.getByRole('checkbox', { checked: true })).toBeTruthy();
});

test.each(languages)('[CONSENT-1] what is sent names kind, version, and language %s', (language) => {
  expect(agreedConsent('bank-debit', language)).toEqual({ kind: 'bank-debit', textVersion: '2', language });
  expect(agreedConsent('paperless', `${language}-US`)).toMatchObject({ textVersion: '1', language });
});
