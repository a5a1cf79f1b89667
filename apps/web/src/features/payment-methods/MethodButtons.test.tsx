import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { MethodButtons } from './MethodButtons.tsx';

const server = startFakeServer(answerForAccount);

test('[METHODS-7] the way out of a refused removal closes the panel over the payment', async () => {
  const methods = [saved('m-1', { auto_payment: true }), saved('m-2')];
  server.answer('GET /payments/recurring-payments', { body: methods });
  server.answer('POST /payments/deactivate', problemAnswer(409, 'payment-methods.used-by-planned'));
  // The page that the link leads to: only closing the panel shows it.
  await renderPage(<MethodButtons selectedId="m-1" onAdded={() => undefined} />, { at: '/payments' });
  await user.click(await screen.findByRole('button', { name: 'Manage payment methods' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Manage payment methods' }));
  await user.click(await panel.findByRole('button', { name: /^Remove/ }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await user.click(await panel.findByRole('link', { name: 'See planned payments' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
