import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing, card, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { AutopayCard } from './AutopayCard.tsx';

const server = startFakeServer(answerForAccount);

/** The card of a page whose other cards load, and of one where they have loaded. */
async function showBoth() {
  await renderPage(
    <>
      <div data-testid="waiting">
        <AutopayCard isWaiting />
      </div>
      <div data-testid="loaded">
        <AutopayCard isWaiting={false} />
      </div>
    </>,
    { at: '/payments' },
  );
  const waiting = within(await screen.findByTestId('waiting'));
  return { waiting, loaded: within(screen.getByTestId('loaded')) };
}

test('[LOOK-3, PAYMENTS-1] keeps its place until the other cards have loaded, then says how autopay stands', async () => {
  server.answer('GET /billing/gtv/billing-account/refresh', { body: billing({}) });
  const { waiting, loaded } = await showBoth();
  await loaded.findByText('Autopay is off. You pay each bill yourself.');
  waiting.getByRole('heading', { name: 'Autopay' });
  waiting.getByRole('status', { name: 'Loading' });
  expect(waiting.queryByText(/You pay each bill yourself/)).toBeNull();
  expect(loaded.queryByRole('status')).toBeNull();
});

test('[LOOK-3, PAYMENTS-1] a balance that does not load removes the card only with the other cards', async () => {
  server.answer('GET /billing/gtv/billing-account/refresh', problemAnswer(400, 'request.invalid'));
  const { waiting, loaded } = await showBoth();
  await waitFor(() =>
    expect(server.requestsOf('GET /billing/gtv/billing-account/refresh')).not.toHaveLength(0),
  );
  await waitFor(() => expect(loaded.queryByRole('heading')).toBeNull());
  waiting.getByRole('heading', { name: 'Autopay' });
});

test('[AUTOPAY-4] what follows a charge that failed is said once', async () => {
  const problem = { code: 'declined', amount: 84.99, date: '2099-11-28', retry_date: '2099-12-01' } as const;
  const autopay = { payment_method: card(), has_consent: true, problem };
  const nextCharge = { date: '2099-12-01', amount: 84.99, recurring_payment_id: 'm-1' };
  server.answer('GET /billing/gtv/billing-account/refresh', {
    body: billing({ isAutoPayEnabled: true, autopay, nextCharge }),
  });
  const { loaded } = await showBoth();
  expect((await loaded.findByRole('alert')).textContent).toMatch(/Dec\s01,\s2099, unless you pay before\.$/);
  expect(loaded.getAllByText(/Dec 01, 2099/)).toHaveLength(1);
});

test.each([
  ['on', false, 'dialog'],
  ['off', true, 'alertdialog'],
] as const)(
  '[AUTOPAY-1, AUTOPAY-2] while the page loads what it turned %s, no dialog asks for the opposite',
  async (_what, wasEnabled, role) => {
    let isEnabled = wasEnabled;
    const reload = Promise.withResolvers<void>();
    server.answer('GET /billing/gtv/billing-account/refresh', () => ({
      body: billing({ isAutoPayEnabled: isEnabled }),
    }));
    server.answer('GET /payments/recurring-payments', async () => {
      if (isEnabled !== wasEnabled) await reload.promise;
      return { body: [saved('m-visa')] };
    });
    server.answer('POST /customer/account/autopay', () => {
      isEnabled = !wasEnabled;
      return { body: { statusCode: '00' } };
    });
    await renderPage(
      <>
        <AutopayCard isWaiting={false} />
        <Methods />
      </>,
      { at: '/payments' },
    );
    await user.click(await screen.findByRole('button', { name: /^Turn (on|off) autopay$/ }));
    const dialog = within(await screen.findByRole(role));
    if (!wasEnabled) await user.click(await dialog.findByRole('checkbox'));
    await user.click(await dialog.findByRole('button', { name: /^Turn (on|off) autopay$/ }));
    await screen.findAllByRole('button', { name: wasEnabled ? 'Turn on autopay' : 'Turn off autopay' });
    expect(screen.queryByRole(wasEnabled ? 'dialog' : 'alertdialog')).toBeNull();
    reload.resolve();
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  },
);

function Methods() {
  usePaymentMethods();
  return null;
}
