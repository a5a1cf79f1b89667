import type { CustomerAccount } from '@myaccount/contract/accounts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSession } from '../../api/session.ts';
import { addressOf } from '../../testing/account-info.ts';
import { ana, sessionOf } from '../../testing/customers.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Greeting } from './Greeting.tsx';

const server = startFakeServer();

const customerAddress = [addressOf('Service')];

test.each<[string, Partial<CustomerAccount>, string | null, string]>([
  ['the holder', { customerAddress }, 'Kim', 'Hi Ana 118 Orchard Lane'],
  ['a business', { Business: { BusinessName: 'Nair Design' } }, 'Kim', 'Hi Nair Design'],
  ['a member by the name of the sign-in', { role: 'member' }, 'Kim', 'Hi Kim'],
  ['a member without a name', { role: 'member' }, null, 'Hi'],
])('[FACE-1] greets %s', async (_who, account, given_name, text) => {
  openSession(sessionOf({ ...ana, given_name }));
  answerForAccount(server, account);
  await renderPage(<Greeting />);
  expect((await screen.findByText(/^Hi/)).parentElement?.textContent).toBe(text);
});
