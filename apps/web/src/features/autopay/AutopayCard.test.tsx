import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing, card, happening, refresh, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { AutopayCard } from './AutopayCard.tsx';

const server = startFakeServer(answerForAccount);

/** The card on a page that shows the methods too, and says whether its balance has come. */
function Page() {
  const { status } = useBillingRefresh();
  usePaymentMethods();
  return (
    <>
      <AutopayCard />
      <p>{status}</p>
    </>
  );
}

test.each([
  ['ACTIVE', 1],
  ['INACTIVE', 0],
] as const)('[PAYMENTS-1] shows autopay of an account that is %s: %i', async (accountStatus, cards) => {
  server.answer(refresh, { body: billing({}) });
  answerForAccount(server, { accountStatus });
  await renderPage(<Page />, { at: '/payments' });
  await screen.findByText('success');
  expect(screen.queryAllByText(/^First charge \$84\.99 on Dec\s01,\s2099\.$/)).toHaveLength(cards);
  expect(screen.queryAllByRole('heading')).toHaveLength(cards);
});

test('[PAYMENTS-1] is hidden when the balance does not load', async () => {
  server.answer(refresh, problemAnswer(400, 'request.invalid'));
  await renderPage(<Page />, { at: '/payments' });
  await screen.findByText('error');
  expect(screen.queryByRole('heading')).toBeNull();
});

test('[AUTOPAY-4] what follows a charge that failed is said once', async () => {
  const problem = { code: 'declined', amount: 84.99, date: '2099-11-28', retry_date: '2099-12-01' } as const;
  const autopay = { payment_method: card(), has_consent: true, problem };
  const nextCharge = { date: '2099-12-01', amount: 84.99, recurring_payment_id: 'm-1' };
  const failed = happening('declined', { reason: 'declined', retry_date: '2099-12-01', date: '2099-11-28' });
  const happenings = [failed, happening('planned', { date: '2099-11-29' })];
  server.answer(refresh, { body: billing({ isAutoPayEnabled: true, autopay, nextCharge, happenings }) });
  await renderPage(<Page />, { at: '/payments' });
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toMatch(/Dec\s01,\s2099, unless you pay before\.Pay now$/);
  expect(screen.getAllByText(/Dec 01, 2099/)).toHaveLength(1);
});

test.each([
  ['on', false, 'dialog'],
  ['off', true, 'alertdialog'],
] as const)('[AUTOPAY-1, AUTOPAY-2] %s, nothing asks for the opposite', async (_what, wasEnabled, role) => {
  let isEnabled = wasEnabled;
  const reload = Promise.withResolvers<void>();
  server.answer(refresh, () => ({ body: billing({ isAutoPayEnabled: isEnabled }) }));
  server.answer('GET /payments/recurring-payments', async () => {
    if (isEnabled !== wasEnabled) await reload.promise;
    return { body: [saved('m-visa')] };
  });
  server.answer('POST /customer/account/autopay', () => {
    isEnabled = !wasEnabled;
    return { body: { statusCode: '00' } };
  });
  await renderPage(<Page />, { at: '/payments' });
  await user.click(await screen.findByRole('button', { name: wasEnabled ? /^Turn off/ : /^Turn on/ }));
  const dialog = within(await screen.findByRole(role));
  if (!wasEnabled) await user.click(await dialog.findByRole('checkbox'));
  await user.click(await dialog.findByRole('button', { name: /^Turn (on|off) autopay$/ }));
  await screen.findAllByRole('button', { name: wasEnabled ? 'Turn on autopay' : 'Turn off autopay' });
  expect(screen.queryByRole(wasEnabled ? 'dialog' : 'alertdialog')).toBeNull();
  screen.getByRole(role);
  reload.resolve();
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
});
