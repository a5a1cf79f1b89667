import type { BillingRefresh } from '@myaccount/contract/home';
import type { Language } from '@myaccount/contract/languages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addCard, answerForAdding } from '../../testing/add-card.ts';
import { type FakeServer, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, billing, card, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { AutopayButton } from './AutopayButton.tsx';
import type { AutopaySurface } from './AutopayDialog.tsx';

const call = 'POST /customer/account/autopay';

const server = startFakeServer();

interface DialogOptions {
  readonly over?: Partial<BillingRefresh>;
  readonly methods?: Parameters<FakeServer['answer']>[1] | object[];
  readonly answer?: Parameters<FakeServer['answer']>[1];
  readonly surface?: AutopaySurface;
  readonly language?: Language;
}

const visa = saved('m-visa');
const expired = saved('m-old', { payment_method: card({ expiration_date: '01/2020' }) });

/** Shows the button and presses it. */
async function open(options: DialogOptions = {}) {
  const { over = {}, methods = [visa], answer = { body: { statusCode: '00' } } } = options;
  const { surface = 'dashboard', language = 'en' } = options;
  answerForAccount(server);
  server.answer('GET /payments/recurring-payments', Array.isArray(methods) ? { body: methods } : methods);
  server.answer(call, answer);
  const button = <AutopayButton billing={billing(over)} surface={surface} switchText="Off" />;
  await renderPage(button, { language });
  await user.click(await screen.findByRole('switch'));
}

const sent = () => server.requestsOf(call).map(({ body }) => body);
const agree = async () => user.click(await screen.findByRole('checkbox'));
const turnOn = async () => {
  await agree();
  await user.click(screen.getByRole('button', { name: /^(Turn on autopay|Activar el pago automático)$/ }));
};

test('[AUTOPAY-1, CONSENT-1] lists the methods, says what is charged when, and sends the authorization', async () => {
  await open({ methods: [expired, visa] });
  expect(await screen.findByText(/^The first charge is \$84\.99 on Dec 01, 2099\./)).toBeTruthy();
  expect(screen.getAllByText(/late fee/)).toHaveLength(1);
  const [first, second] = screen.getAllByRole('radio');
  expect(first).toHaveProperty('disabled', true);
  expect(second).toHaveProperty('checked', true);
  second?.focus();
  await user.keyboard('{Enter}');
  screen.getByText('Please check the box to authorize the charges');
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(sent()).toEqual([]);
  await turnOn();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const consents = [{ kind: 'autopay', textVersion: '2', language: 'en' }];
  const enabled = { accountNumber: '100200300', enableAutopay: true, paymentMethodID: 'm-visa' };
  expect(sent()).toEqual([{ ...enabled, consents }]);
});

test('[AUTOPAY-1] a default that was declined says why, and another method is selected', async () => {
  const declined = { date: '2026-11-24', code: 'expired-card' } as const;
  await open({ methods: [{ ...visa, auto_payment: true, declined }, saved('m-other')] });
  const [first, second] = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(first?.closest('label')?.textContent).toMatch(/failed on Nov\s24,\s2026\. The card has expired\.$/);
  expect([first?.checked, second?.checked]).toEqual([false, true]);
});

test('[AUTOPAY-1] a method that is not the default yet is said to become it', async () => {
  const text = 'It becomes your default payment method.';
  await open({ methods: [{ ...visa, auto_payment: true }, saved('m-other')] });
  const [, other] = await screen.findAllByRole('radio');
  expect(screen.queryByText(text)).toBeNull();
  if (other) await user.click(other);
  expect(screen.getByText(text)).toBeTruthy();
});

const first = { date: '2099-12-01', amount: 134.99 };

test.each([
  [first, [/^The first charge is \$134\.99/, /^It includes \$50\.00 that is past due\./]],
  [null, [/^\$50\.00 is past due\. It is charged with your next bill unless/]],
])('[AUTOPAY-1] names past-due debt where the first charge is %j', async (firstCharge, texts) => {
  await open({ over: { pastDue: 50, firstCharge } });
  for (const text of texts) await screen.findByText(text);
  expect(screen.queryByText(/^You have no payments due\./)).toBeNull();
});

test('[METHODS-1] when the methods do not load, says so and tries again', async () => {
  await open({ methods: problemAnswer(404, 'request.not-found') });
  expect(await screen.findByText(/^Cannot load your payment methods at the moment/)).toBeTruthy();
  server.answer('GET /payments/recurring-payments', { body: [visa] });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('checkbox');
});

test('[AUTOPAY-1] without a saved method one can be added, or customer care called or emailed', async () => {
  await open({ methods: [] });
  expect(await screen.findByText(/Add one, or call or email customer care/)).toBeTruthy();
  screen.getByRole('button', { name: 'Add a payment method' });
  const dialog = screen.getByRole('dialog');
  const links = within(dialog).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href')?.split(':')[0])).toEqual(['tel', 'mailto']);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

const bank = saved('m-bank', { payment_method: bankAccount(), auto_payment: true });

test.each([
  ['returned', ['Your bank returned debits from this account, so autopay cannot use it.']],
  ['invalid-account', ['Your bank does not know this account, so autopay cannot use it.']],
  [null, []],
] as const)('[RETURN-1] the default is selected unless refused (%s)', async (no_autopay, reasons) => {
  await open({ methods: [{ ...bank, no_autopay }, visa] });
  await screen.findByRole('checkbox');
  const shown = screen.queryAllByText(/so autopay cannot use it/).map(({ textContent }) => textContent);
  expect(shown).toEqual(reasons);
  const [first, second] = screen.getAllByRole('radio');
  const isRefused = no_autopay !== null;
  expect(first).toMatchObject({ disabled: isRefused, checked: !isRefused });
  expect(second).toMatchObject({ disabled: false, checked: isRefused });
});

test.each([
  ['expired', expired],
  ['returned', { ...bank, no_autopay: 'returned' }],
] as const)('[AUTOPAY-1] where every method is %s, another can be added', async (_why, method) => {
  await open({ methods: [method] });
  await screen.findByText(/^Autopay cannot use any of your saved payment methods\./);
  screen.getByRole('button', { name: 'Add a payment method' });
  expect(screen.queryByRole('button', { name: 'Turn on autopay' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

/** Opens the dialog with some methods, and adds one more there. */
async function openAndAdd(before: object[], text: RegExp) {
  let methods = before;
  await open({ methods: () => ({ body: methods }) });
  answerForAdding(server, 'm-new');
  await screen.findByText(text);
  methods = [...before, saved('m-new')];
  await addCard();
}

test('[AUTOPAY-1, METHODS-5] the first method, added here, leads on to the form, with the focus in the panel', async () => {
  await openAndAdd([], /Add one, or call or email customer care/);
  await screen.findByRole('checkbox', { name: /I authorize/ });
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Turn on autopay' }));
});

test('[AUTOPAY-1] another method, added here, is selected', async () => {
  await openAndAdd([visa], /^I authorize/);
  await waitFor(() => expect(screen.getAllByRole('radio')[1]).toHaveProperty('checked', true));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a payment method' }));
});

test('[METHODS-2] Escape closes the panel in which a method is added, not the one beneath', async () => {
  await open({ methods: [] });
  answerForAdding(server, 'm-9');
  const add = await screen.findByRole('button', { name: 'Add a payment method' });
  await user.click(add);
  const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));
  const [, panel] = screen.getAllByRole('dialog');
  pressEscape(panel as HTMLElement);
  expect(document.activeElement).toBe(add);
  pressEscape(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['dashboard', 'en', 'Your changes to autopay have been saved'],
  ['payments', 'en', 'Autopay preference updated.'],
  ['dashboard', 'es', 'Se guardaron sus cambios en el pago automático'],
] as const)('[AUTOPAY-1, AUTOPAY-3] saved on the %s page in %s', async (surface, language, toast) => {
  await open({ surface, language });
  await turnOn();
  await screen.findByText(toast);
  expect(sent()).toMatchObject([{ consents: [{ language }] }]);
  // It stays beside the button, until that is pressed again.
  screen.getByText(/^(Saved|Guardado)$/);
  await user.click(screen.getByRole('switch', { checked: false }));
  expect(screen.queryByText(/^(Saved|Guardado)$/)).toBeNull();
});

const refused = { body: { statusCode: '04', statusDescription: 'Choose another one.' } };
const failed = problemAnswer(503, 'server.unavailable');

test.each([
  ['dashboard', refused, 'Your changes to autopay did not save. Please try again', 'Choose another one.'],
  ['payments', refused, 'Failed to update Autopay.', 'Choose another one.'],
  ['payments', failed, 'Failed to update Autopay.', 'We could not save the change. Please try again.'],
] as const)('[AUTOPAY-3] not saved on the %s page (%#): why is said', async (surface, answer, toast, why) => {
  await open({ surface });
  const respond = server.hold(call);
  await turnOn();
  const boxes = () => [screen.getByRole('radio'), screen.getByRole('checkbox')];
  await waitFor(() => expect(boxes().some((box) => box.matches(':enabled'))).toBe(false));
  respond(answer);
  const title = await screen.findByText('Autopay is still off');
  expect(document.activeElement).toBe(title.parentElement);
  await screen.findByText(toast);
  await screen.findByText(why);
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
});

test('[AUTOPAY-2] asks before it is turned off: the discount is lost', async () => {
  await open({ over: { isAutoPayEnabled: true } });
  const dialog = await screen.findByRole('alertdialog', { name: 'Turn off autopay?' });
  expect(dialog.textContent).toContain('You will lose the autopay discount');
  await user.click(screen.getByRole('button', { name: 'Keep autopay' }));
  expect(sent()).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test.each([
  ['is turned off', { body: { statusCode: '00' } }, 'Your changes to autopay have been saved'],
  ['stays on after a failure', problemAnswer(500, 'server.error'), 'Autopay is still on. Please try again.'],
])('[AUTOPAY-2, AUTOPAY-3] autopay %s, and the page says so', async (_what, answer, text) => {
  await open({ over: { isAutoPayEnabled: true }, answer });
  await user.dblClick(await screen.findByRole('button', { name: 'Turn off autopay' }));
  await screen.findByText(text);
  expect(sent()).toEqual([{ accountNumber: '100200300', enableAutopay: false }]);
});
