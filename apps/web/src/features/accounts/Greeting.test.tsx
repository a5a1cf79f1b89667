import type { Address, CustomerAccount } from '@myaccount/contract/accounts';
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { openSession } from '../../api/session.ts';
import { ana, sessionOf } from '../../testing/customers.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Greeting } from './Greeting.tsx';

const server = startFakeServer();

const home: Address = {
  addressType: 'Service',
  streetNrFirst: '118',
  streetNrLast: '',
  streetName: 'Orchard Lane',
  city: 'Columbus',
  state: 'OH',
  country: 'USA',
  postCode: '43206',
};

test.each<[string, Partial<CustomerAccount>, 'en' | 'es', string]>([
  ['the holder', { customerAddress: [home] }, 'en', 'Hi Ana 118 Orchard Lane'],
  ['the holder in Spanish', { customerAddress: [home] }, 'es', 'Hola, Ana 118 Orchard Lane'],
  ['a business', { Business: { BusinessName: 'Nair Design' } }, 'en', 'Hi Nair Design'],
  ['a member by the name of the sign-in', { role: 'member' }, 'en', 'Hi Kim'],
])('[FACE-1] greets %s', async (_who, account, language, text) => {
  openSession(sessionOf({ ...ana, given_name: 'Kim' }));
  answerForAccount(server, account);
  await renderPage(
    <Suspense>
      <Greeting />
    </Suspense>,
    { language },
  );
  const greeting = await screen.findByText(language === 'en' ? /^Hi / : /^Hola/);
  expect(greeting.parentElement?.textContent).toBe(text);
});

test('[FACE-1] greets a member without a name', async () => {
  openSession(sessionOf({ ...ana, given_name: null }));
  answerForAccount(server, { role: 'member' });
  await renderPage(
    <Suspense>
      <Greeting />
    </Suspense>,
  );
  expect((await screen.findByText('Hi')).parentElement?.textContent).toBe('Hi');
});
