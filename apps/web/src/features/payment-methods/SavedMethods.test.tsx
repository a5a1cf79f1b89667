import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, card, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { shownToasts } from '../../ui/toasts.ts';
import { MethodButtons } from './MethodButtons.tsx';
import { SavedMethods } from './SavedMethods.tsx';

const onLeave = vi.fn();
const server = startFakeServer(answerForAccount);
/** What the list answers. */
let methods: RecurringPayment[];

beforeEach(() => {
  onLeave.mockClear();
  methods = [
    saved('m-1', { auto_payment: true }),
    saved('m-2', { payment_method: bankAccount() }),
    saved('m-3', { payment_method: card({ last_four: '1111', expiration_date: '01/2020' }) }),
  ];
  server.answer('GET /payments/recurring-payments', () => ({ body: methods }));
});

/** What a change of the second method sends. */
const changed = { billing_account_id: 'b-1', recurring_payment_id: 'm-2', payment_method: 'm-2' };

async function openList(props: Partial<Parameters<typeof SavedMethods>[0]> = {}) {
  await renderPage(<SavedMethods place="manage" {...props} />, { at: '/billing/manage-payment-methods' });
}

const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem');
const list = () => screen.getByRole('list');

describe('[METHODS-1] the list', () => {
  test('says of each method its name, its expiry, and whether it is the default', async () => {
    methods[1] = saved('m-2', { payment_method: bankAccount(), used_by: ['autopay'] });
    methods.push(
      saved('m-4', { expires_soon: true, payment_method: card({ card_type: 'AMEX' }), used_by: ['planned'] }),
      saved('m-5', { valid_to: '2020-01-01T00:00:00Z' }),
    );
    await openList();
    const shown = [
      /Credit Card …4242Default.*Expires 08\/2099.*To remove it, make another/,
      /Bank Account …6789.*Autopay uses it\. To remove it, make .* first\.Make default$/,
      /Credit Card …1111.*Expired 01\/2020Remove$/,
      /American Express.*Expires 08\/2099A planned payment uses it\. To remove it, cancel .*Make default/,
    ];
    const texts = (await rows()).map((row) => row.textContent);
    expect(texts).toEqual(shown.map((words) => expect.stringMatching(words)));
  });

  const onlyOne = 'To remove it, add another method first and make that the default.';
  test.each<[string, RecurringPayment[], string]>([
    ['is the only one', [saved('m-1', { auto_payment: true })], onlyOne],
    ['is none', [], 'Add one to pay online or to turn on autopay.'],
  ])('[METHODS-7] says what to do where there %s', async (_what, listed, text) => {
    methods = listed;
    await openList();
    await screen.findByText(text);
    expect(screen.queryAllByText('No saved payment methods.')).toHaveLength(listed.length === 0 ? 1 : 0);
  });

  test('that fails offers to try again', async () => {
    server.answer('GET /payments/recurring-payments', problemAnswer(404, 'request.not-found'));
    await openList();
    await screen.findByText('Cannot load your payment methods at the moment, please try again.');
    server.answer('GET /payments/recurring-payments', () => ({ body: methods }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await rows()).toHaveLength(3);
  });
});

describe('[METHODS-6] Make default', () => {
  const press = async () =>
    user.click(await screen.findByRole('button', { name: 'Make default: Bank Account …6789' }));

  test('shows the new default, says so, and keeps the focus in the list', async () => {
    server.answer('POST /payments/activate', () => {
      methods = [saved('m-2', { payment_method: bankAccount(), auto_payment: true }), saved('m-1')];
      return { status: 201, body: { id: 'm-2', auto_payment: true } };
    });
    await openList();
    await press();
    await screen.findByText('Your changes to the payment method has been saved');
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('…6789Default'));
    await waitFor(() => expect(document.activeElement).toBe(list()));
    expect(server.requestsOf('POST /payments/activate').map(({ body }) => body)).toEqual([changed]);
  });

  test('that fails says so, and why', async () => {
    server.answer('POST /payments/activate', problemAnswer(409, 'payment-methods.expired'));
    await openList();
    await press();
    await screen.findByText('Your changes to the payment method did not save. Please try again.');
    const alerts = (await screen.findAllByRole('alert')).map((box) => box.textContent);
    expect(alerts).toContainEqual(expect.stringContaining('This card has expired.'));
    screen.getByText(/^We did not make Bank.* the default/);
  });
});

describe('[METHODS-7] Remove', () => {
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Remove: Bank Account …6789' }));
    return screen.getByRole('alertdialog', { name: 'Remove this payment method?' });
  };
  const confirm = async () => user.click(within(await ask()).getByRole('button', { name: 'Remove' }));

  test.each([
    ['manage', 'Your payment has been successfully deleted'],
    ['payments', 'Removed payment method'],
  ] as const)('on the place “%s” asks first, removes, and says “%s”', async (place, toast) => {
    server.answer('POST /payments/deactivate', () => {
      methods = methods.filter(({ id }) => id !== 'm-2');
      return { body: { id: 'm-2', valid_to: '2026-11-24T17:00:00.000Z' } };
    });
    await openList({ place });
    await confirm();
    await screen.findByText(toast);
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(list()));
    expect(server.requestsOf('POST /payments/deactivate').map(({ body }) => body)).toEqual([changed]);
  });

  test('that is not confirmed removes nothing', async () => {
    await openList();
    await user.click(within(await ask()).getByRole('button', { name: 'Keep' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.requestsOf('POST /payments/deactivate')).toEqual([]);
  });

  test.each([
    ['manage', 'failed to process request'],
    ['payments', 'Failed to process request'],
  ] as const)('that fails on the place “%s” says “%s”', async (place, toast) => {
    server.answer('POST /payments/deactivate', { isLost: true });
    await openList({ place });
    await confirm();
    expect(await screen.findByText(toast)).toBeTruthy();
    expect(await rows()).toHaveLength(3);
  });

  test.each([
    ['autopay', /^Autopay uses this/, 'See autopay'],
    ['planned', /^A planned/, 'See planned payments'],
  ] as const)('refused as used by %s says so once, and leads there', async (use, why, link) => {
    server.answer('POST /payments/deactivate', problemAnswer(409, `payment-methods.used-by-${use}`));
    await openList({ onLeave });
    await confirm();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const notice = (await screen.findByText(why)).closest<HTMLElement>('[role=alert]');
    const title = notice?.firstChild?.textContent?.replaceAll(/\u2060/g, '').replaceAll('\u00a0', ' ');
    expect(title).toBe('We did not remove Bank Account …6789');
    expect(screen.getAllByText(why)).toHaveLength(1);
    expect(shownToasts()).toEqual([]);
    expect(document.activeElement).toBe(notice);
    const way = within(notice as HTMLElement).getByRole('link', { name: link });
    expect(way.getAttribute('href')).toBe('/payments');
    await user.click(way);
    expect(onLeave).toHaveBeenCalledOnce();
  });

  test('refused for another reason names the method, and leads nowhere', async () => {
    server.answer('POST /payments/deactivate', problemAnswer(409, 'payment-methods.is-default'));
    await openList();
    await confirm();
    await screen.findByText('failed to process request');
    const notice = (await screen.findByText(/^This is your default/)).closest<HTMLElement>('[role=alert]');
    expect(notice?.textContent).toMatch(/^We did not remove Bank Account/);
    expect(within(notice as HTMLElement).queryByRole('link')).toBeNull();
  });

  test('is not offered for the method that the form beside would charge', async () => {
    await openList({ place: 'payments', selectedId: 'm-2' });
    const [, bank] = await rows();
    expect(bank?.textContent).toContain(
      'It is selected for this payment. To remove it, select another one first.',
    );
    expect(screen.queryByRole('button', { name: 'Remove: Bank Account …6789' })).toBeNull();
  });
});

test('[METHODS-7] the way out of a refused removal closes the panel over the payment', async () => {
  methods = [saved('m-1', { auto_payment: true }), saved('m-2')];
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
