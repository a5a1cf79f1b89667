import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, billing, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { AddMethodButton } from './MethodButtons.tsx';
import { SavedMethods } from './SavedMethods.tsx';

const server = startFakeServer();
beforeEach(() => {
  answerForAccount(server, { securityHoldUntil: '2026-11-28T22:05:00.000Z' });
  const methods = [saved('m-1', { auto_payment: true }), saved('m-2', { payment_method: bankAccount() })];
  server.answer('GET /payments/recurring-payments', { body: methods });
});

const holdText = /^Payment methods stay as they are until Nov\s28,\s2026, 5:05\sPM\sEST$/;

test('[LOST-4] the list says until when, and makes none the default; removing stays', async () => {
  await renderPage(<SavedMethods place="manage" />);
  await screen.findByText(holdText);
  expect(screen.queryByRole('button', { name: /^Make default/ })).toBeNull();
  screen.getByRole('button', { name: /^Remove: Bank Account/ });
});

test('[LOST-4] the panel that adds a method says so in place of the form', async () => {
  await renderPage(<AddMethodButton variant="filled" />);
  await user.click(await screen.findByRole('button', { name: 'Add a payment method' }));
  await screen.findByText(holdText);
  expect(document.querySelector('iframe')).toBeNull();
  expect(server.requestsOf('POST /hash/transafe/frame')).toEqual([]);
});

test('[LOST-4] turning autopay on says so in place of the form; turning it off is asked as ever', async () => {
  await renderPage(<AutopayButton billing={billing({})} surface="payments" />);
  await user.click(await screen.findByRole('button', { name: /autopay/ }));
  await screen.findByText(holdText);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('[LOST-4] so autopay that is on can be turned off', async () => {
  await renderPage(<AutopayButton billing={billing({ isAutoPayEnabled: true })} surface="payments" />);
  await user.click(await screen.findByRole('button', { name: /autopay/ }));
  await screen.findByText('Turn off autopay?');
  expect(screen.queryByText(holdText)).toBeNull();
});
