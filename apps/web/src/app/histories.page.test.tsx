import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConsentHistory } from '../features/consents/ConsentHistory.tsx';
import { BillsWithPayments } from '../features/invoices/BillsWithPayments.tsx';
import { InvoiceList } from '../features/invoices/InvoiceList.tsx';
import { PaymentHistory } from '../features/payment-history/PaymentHistory.tsx';
import { ChangeHistory } from '../features/sessions/ChangeHistory.tsx';
import { problemAnswer, startFakeServer } from '../testing/fake-server.ts';
import { answerForAccount } from '../testing/page-data.ts';
import { renderPage } from '../testing/render-page.tsx';
import { user } from '../testing/user.ts';

const failed = 'Error loading information, please try again later.';
const empty = 'No information available on your account.';
const billingAccount = { billing_account_id: 'b-1' };
const account = { AccountNumber: '100200300' };

const bills = { call: 'GET /invoices/all', query: billingAccount, failed, empty };
const payments = { call: 'GET /payments', query: billingAccount, failed, empty };
const consents = {
  call: 'GET /customer/account/consents',
  query: account,
  failed: 'What you agreed to could not be loaded.',
  empty: 'You have not agreed to anything yet.',
};
const changes = {
  call: 'GET /customer/account/changes',
  query: account,
  failed: 'The history of changes could not be loaded.',
  empty: 'Nothing has changed yet.',
};

const histories = [
  ['BILLING-2', 'Bills', InvoiceList, bills],
  ['HOME-6', 'Bills and payments', BillsWithPayments, bills],
  ['PAYMENTS-3', 'Payment history', PaymentHistory, payments],
  ['CONSENT-1', 'What you agreed to', ConsentHistory, consents],
  ['SESSIONS-1', 'History of changes', ChangeHistory, changes],
] as const;

const server = startFakeServer(answerForAccount);

test.each(histories)('[%s] %s: does not load, and then is empty', async (_, title, List, history) => {
  const { call, failed, empty } = history;
  server.answer(call, problemAnswer(400, 'request.invalid'));
  await renderPage(<List page={1} onPage={vi.fn()} />);
  const section = within(await screen.findByRole('region', { name: title }));
  await section.findByText(failed);
  server.answer(call, { body: { totalCount: 0, totalPages: 0, result: [] } });
  await user.click(section.getByRole('button', { name: 'Try Again' }));
  await section.findByText(empty);
});

test.each(histories)(
  '[%s, ERROR-2] %s: of the selected account, 5 a page; past its end it leads to the last page',
  async (_, _title, List, { call, query }) => {
    const body = { totalCount: 12, totalPages: 3, result: [] };
    server.answer(call, (asked) =>
      asked.query.get('page_number') === '2' ? new Promise(() => undefined) : { body },
    );
    const onPage = vi.fn();
    function Pages() {
      const [page, setPage] = useState(1);
      onPage.mockImplementation(setPage);
      return <List page={page} onPage={onPage} />;
    }
    const { unmount } = await renderPage(<Pages />);
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    expect(onPage.mock.calls).toEqual([[2]]);
    // The page before stays while the next one loads.
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    const [asked] = server.requestsOf(call);
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ ...query, page_number: '1', page_size: '5' });
    unmount();
    const last = await renderPage(<List page={3} onPage={onPage} />);
    await screen.findByRole('button', { name: 'Page 3', current: 'page' });
    expect(onPage).toHaveBeenCalledTimes(1);
    last.unmount();
    await renderPage(<List page={9} onPage={onPage} />);
    await waitFor(() => expect(onPage).toHaveBeenLastCalledWith(3, { replace: true }));
  },
);
