import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '../../api/config.ts';
import {
  agreeAndSave,
  answerForAdding,
  complete,
  isFormOpen,
  loggedActions,
  say,
  shownFrame,
  typedCard,
} from '../../testing/add-card.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { changeConfig } from '../../testing/web-config.ts';
import { AddMethod } from './AddMethod.tsx';
import { referenceOf } from './adding.calls.ts';

const onAdded = vi.fn();
const onCancel = vi.fn();
/** What the page posts into its frame. */
const posted = vi.fn<(action: string, inputs: Record<string, string>) => void>();
const failedText = 'We are unable to process your request at the moment, please try again later.';
const formSave = 'POST /payments/make-recurring-payment-chase';
const frameSave = 'POST /payments/recurring-payments';
const server = startFakeServer(answerForAccount);

beforeEach(() => {
  vi.clearAllMocks();
  HTMLFormElement.prototype.submit = function submit(this: HTMLFormElement) {
    posted(this.action, Object.fromEntries(new FormData(this)) as Record<string, string>);
  };
  answerForAdding(server, 'm-9');
  server.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
  server.answer('GET /transafe/transaction/verify', { body: ticketOf('AUTH') });
  server.answer(frameSave, { status: 201, body: { id: 'm-9', auto_payment: false } });
});

function ticketOf(code: string) {
  return { code, cardtype: 'ACH', account: 'XXXXX6789', token: 'handle-2', verbiage: 'Account closed' };
}

const signed = () => server.requestsOf('POST /hash/transafe/frame').map(({ body }) => body);

const openPanel = () => renderPage(<AddMethod onAdded={onAdded} onCancel={onCancel} />);

const nickname = () => screen.getByRole('textbox', { name: 'Nickname (optional)' });

/** Opens the form for a card. */
async function openCardForm() {
  await openPanel();
  await isFormOpen();
}

/** Completes the form, and saves what it took in. */
async function completeAndSave() {
  say(complete);
  await agreeAndSave();
}

/** Tries again after a failure: another form is opened. */
async function tryAgain() {
  server.answer('GET /payments/chase/uid', { body: { uid: 'UID-2' } });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await isFormOpen('UID-2');
}

const isAdded = () => screen.findByText('Payment method added');

async function openBankFrame() {
  await openPanel();
  await user.click(await screen.findByRole('tab', { name: 'Bank account (ACH)' }));
  await waitFor(() => expect(posted).toHaveBeenCalled());
}

const logged = () => loggedActions(server);

describe('[METHODS-2] the panel', () => {
  test('has tabs for a card and a bank account, which the arrow keys select', async () => {
    await openPanel();
    const cardTab = await screen.findByRole('tab', { name: 'Card', selected: true });
    fireEvent.keyDown(cardTab, { key: 'ArrowRight' });
    const bankTab = await screen.findByRole('tab', { name: 'Bank account (ACH)', selected: true });
    await waitFor(() => expect(document.activeElement).toBe(bankTab));
    await screen.findByTitle('Bank account details');
    fireEvent.keyDown(cardTab, { key: 'ArrowRight' });
    await screen.findByTitle('Card details');
  });

  test.each([
    ['no tabs where bank accounts are not accepted', { body: { achEnabled: false } }, 0],
    ['both tabs when it cannot know', problemAnswer(404, 'request.not-found'), 2],
  ])('has %s', async (_what, details, tabs) => {
    server.answer('GET /customer/account/details', details);
    await openPanel();
    await screen.findByTitle('Card details');
    expect(screen.queryAllByRole('tab')).toHaveLength(tabs);
  });

  test('[TRUST-1] has beside it where the number goes, and which cards the provider takes', async () => {
    await openCardForm();
    screen.getByText('Your card number goes straight to our payment partner. We never see it.');
    const taken = within(screen.getByRole('list', { name: 'Cards that we take' }));
    const names = taken.getAllByRole('listitem').map(({ textContent }) => textContent.trim());
    expect(names.join(', ')).toBe('Visa, Mastercard, American Express, Discover');
    await user.click(screen.getByRole('tab', { name: 'Bank account (ACH)' }));
    await screen.findByText('Your account number goes straight to our payment partner. We never see it.');
    expect(screen.queryByRole('list', { name: 'Cards that we take' })).toBeNull();
  });

  test('[CONSENT-1] takes input at once; nothing is saved before the customer has agreed, nor with a number in the name', async () => {
    await openCardForm();
    expect(screen.queryByRole('checkbox')).toBeNull();
    say(complete);
    const accepted = await screen.findByText('Your card was accepted. Save it to pay with it.');
    expect(document.activeElement).toBe(accepted.parentElement);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    screen.getByText('Check the box to keep this payment method');
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    await user.type(nickname(), '4111 1111 1111 1111');
    screen.getByText('Leave card and account numbers out of the name.');
    await agreeAndSave();
    expect(server.requestsOf(formSave)).toEqual([]);
    await user.clear(nickname());
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await isAdded();
  });
});

describe('[METHODS-4] a card through Chase’s form', () => {
  test('is saved with name and consent, announced, and logged step by step', async () => {
    await openCardForm();
    expect(shownFrame()?.src).toBe(`${config.frames.chase}/hpf/?uid=UID-1&lang=en`);
    const query = { form_name: 'card', total_amount: '0.00', billing_name: 'Ana Núñez' };
    expect(Object.fromEntries(server.requestsOf('GET /payments/chase/uid')[0]?.query ?? [])).toEqual(query);
    for (const subject of ['init', 'hpfReady', 'startPayment']) say({ subject, data: {} });
    say({ subject: 'completePayment', data: { uID: 'UID-OF-SOMEBODY' } });
    await user.type(nickname(), ' Everyday ');
    await agreeAndSave();
    await isAdded();
    expect(onAdded).toHaveBeenCalledExactlyOnceWith('m-9');
    expect(server.requestsOf('GET /payments/chase/payment-method')[0]?.query.get('uid')).toBe('UID-1');
    expect(server.requestsOf(formSave)[0]?.body).toEqual({
      auto_payment: false,
      multi_factor_auth: false,
      billing_account: { id: 'b-1', account_num: accountNumber, external_account_num: accountNumber },
      consents: [{ kind: 'stored-method', textVersion: '1', language: 'en' }],
      payment_method: { ...typedCard, payment_method_type: 'tokenized-credit-card', nickname: 'Everyday' },
    });
    const steps = ['form-init', 'form-ready', 'form-start', 'submitted', 'saved'];
    await waitFor(() => expect(logged()).toEqual(steps.map((step) => `payment-methods.add ${step}`)));
  });

  test('[METHODS-8] is not saved because another origin or window says so', async () => {
    await openCardForm();
    for (const origin of ['https://evil.example', window.location.origin]) say(complete, { origin });
    for (const source of [window, null]) say(complete, { source });
    expect(server.requestsOf('GET /payments/chase/payment-method')).toEqual([]);
    expect(logged()).toEqual([]);
  });

  test('is saved once, however often the form says that it is complete', async () => {
    await openCardForm();
    // One right after the other.
    act(() => [complete, complete].forEach((said) => void say(said)));
    await agreeAndSave();
    await isAdded();
    expect(server.requestsOf(formSave)).toHaveLength(1);
  });

  test.each([
    ['where there is none', { body: [saved('m-1')] }, true],
    ['not where that is unknown', problemAnswer(404, 'request.not-found'), false],
  ])('[METHODS-2] becomes the default %s', async (_where, methods, isDefault) => {
    server.answer('GET /payments/recurring-payments', methods);
    await openCardForm();
    await waitFor(() => expect(server.requestsOf('GET /payments/recurring-payments')).toHaveLength(1));
    await completeAndSave();
    await isAdded();
    expect(server.requestsOf(formSave)[0]?.body).toMatchObject({ auto_payment: isDefault });
  });

  test('with a wrong field stays open; that is cancelled closes the panel', async () => {
    await openCardForm();
    say({ subject: 'handlePaymentErrors', data: { errorCode: ['310'] } });
    expect(screen.queryByText(failedText)).toBeNull();
    await waitFor(() => expect(logged()).toEqual(['payment-methods.add form-invalid']));
    say({ subject: 'cancelPayment', data: { type: 'cancel' } });
    expect(onCancel).toHaveBeenCalledOnce();
    await waitFor(() => expect(logged().at(-1)).toBe('payment-methods.add form-cancel'));
  });

  test('[METHODS-5] that is declined says so in place of the form, is logged, and can be tried again', async () => {
    await openCardForm();
    say({ subject: 'handlePaymentErrors', data: { errorCode: ['360'] } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`${failedText}Your bank declined this card. Try another card.`);
    expect(document.querySelector('iframe')).toBeNull();
    await waitFor(() => expect(logged()).toEqual(['payment-methods.add form-failed']));
    expect(server.requestsOf('POST /logger/log')[0]?.body).toMatchObject({ error: 'codes 360' });
    await tryAgain();
  });

  test('[METHODS-5] that is not verified says so, and another one can be entered under the same name', async () => {
    const added = { body: { id: 'm-9', auto_payment: false } };
    server.answer(formSave, inTurn(problemAnswer(402, 'payment-methods.not-verified'), added));
    await openCardForm();
    say(complete);
    await user.type(nickname(), 'Everyday');
    await agreeAndSave();
    const why = 'This card could not be verified, so it was not saved. Try another card.';
    expect((await screen.findByRole('alert')).textContent).toContain(`${failedText}${why}`);
    await tryAgain();
    await completeAndSave();
    await isAdded();
    const named = { body: { payment_method: { nickname: 'Everyday' } } };
    expect(server.requestsOf(formSave)).toMatchObject([named, named]);
  });

  test.each([
    ['GET /payments/chase/uid', 'uid', { uid: 'UID-1' }],
    ['GET /payments/chase/payment-method', 'save', typedCard],
    [formSave, 'save', { id: 'm-9', auto_payment: false }],
  ] as const)('[METHODS-5] says so when %s fails, and can be tried again', async (call, step, body) => {
    server.answer(call, inTurn(problemAnswer(503, 'server.unavailable'), { body }));
    await openPanel();
    if (step === 'save') {
      await isFormOpen();
      await completeAndSave();
    }
    await screen.findByText(failedText);
    await waitFor(() => expect(logged()).toContain(`payment-methods.add ${step}-failed`));
    expect(onAdded).not.toHaveBeenCalled();
    await tryAgain();
    await completeAndSave();
    await isAdded();
  });
});

describe('[METHODS-3] a bank account through TranSafe’s frame', () => {
  test('is opened with signed inputs, verified by the server, and saved as custom', async () => {
    await openBankFrame();
    expect(signed()).toMatchObject([
      { domain: window.location.origin, isAccountHolderName: true, isACHPayment: true },
    ]);
    expect(posted).toHaveBeenCalledExactlyOnceWith(`${config.frames.transafe}/PaymentFrame`, {
      'hmac-sequence': 's-1',
      'hmac-hmacsha256': 'abc',
      lang: 'en',
    });
    say({ type: 'height', content: 300 });
    say({ type: 'paymentSubmitted', content: { code: 'AUTH', ticket: 'T-1' } });
    await agreeAndSave();
    await isAdded();
    const [verified] = server.requestsOf('GET /transafe/transaction/verify');
    expect(verified?.query.get('cardshieldticket')).toBe('T-1');
    expect(server.requestsOf(frameSave)[0]?.body).toMatchObject({
      payment_method: {
        payment_method_type: 'custom',
        reference: 'ACH;6789',
        custom_field_values: [
          { name: 'Token', value: 'handle-2' },
          { name: 'Nick Name', value: '' },
          { name: 'accountname', value: 'Ana Núñez' },
        ],
      },
    });
  });

  test('that the server does not verify is not saved, and the service’s words say why', async () => {
    server.answer('GET /transafe/transaction/verify', { body: ticketOf('DENY') });
    await openBankFrame();
    say({ type: 'paymentSubmitted', content: { code: 'AUTH', ticket: 'T-1' } });
    await agreeAndSave();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`${failedText}This bank account could not be verified.`);
    expect(alert.textContent).toContain('The answer was “Account closed”.');
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(server.requestsOf(frameSave)).toEqual([]);
  });

  test('that the frame refuses says why, and asks the server nothing', async () => {
    await openBankFrame();
    say({ type: 'paymentSubmitted', content: { code: 'DENY', verbiage: 'Declined', ticket: 'T-1' } });
    expect((await screen.findByRole('alert')).textContent).toContain(`${failedText}Declined`);
    expect(server.requestsOf('GET /transafe/transaction/verify')).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'Card' }));
    await screen.findByTitle('Card details');
  });

  test('is signed with the server’s time, whatever the clock of the device says', async () => {
    const seconds = Date.now() / 1_000;
    const daySeconds = 86_400;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2020-11-24T17:00:00Z') });
    await openBankFrame();
    vi.useRealTimers();
    const ts = expect.toSatisfy((sent: number) => Math.abs(sent - seconds) < daySeconds);
    expect(signed()).toMatchObject([{ ts }]);
  });

  test('that asks to be loaded again is signed and posted again', async () => {
    await openBankFrame();
    say({ type: 'reload', content: {} });
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(2));
    const sequences = signed().map((body) => (body as { sequence: string }).sequence);
    expect(new Set(sequences).size).toBe(2);
    await waitFor(() => expect(logged()).toEqual(['payment-methods.add frame-reload']));
  });

  test('[METHODS-4] cards go through it too when the card form is off', async () => {
    changeConfig({ flags: { cardProcessorPayments: false } });
    await openPanel();
    await waitFor(() => expect(posted).toHaveBeenCalledOnce());
    expect(signed()).toMatchObject([{ isACHPayment: false }]);
    expect(server.requestsOf('GET /payments/chase/uid')).toEqual([]);
  });
});

test.each([
  ['VISA', 'XXXXXXXXXXXX4242', 'VISA;4242'],
  ['MASTERCARD', 'XXXXXXXXXXXX1234', 'MASTERC;1234'],
  ['ACH', 'XXXXX06789', 'ACH;6789'],
  [null, null, ';'],
])('[METHODS-3] the reference of %s %s is %s', (cardType, account, reference) => {
  expect(referenceOf(cardType, account)).toBe(reference);
  expect(reference.length).toBeLessThanOrEqual(12);
});

const init = { id: 1, subject: 'init', data: '' };

test('[METHODS-4, METHODS-8] Chase’s form gets an answer to what it says, at its own origin, and nobody else does', async () => {
  await openCardForm();
  const posted = vi.spyOn(shownFrame()?.contentWindow as Window, 'postMessage').mockReturnValue();
  say(JSON.stringify(init), { origin: 'https://evil.example' });
  say(JSON.stringify(init), { source: window });
  say(JSON.stringify({ ...init, subject: 'not known' }));
  expect(posted).not.toHaveBeenCalled();
  say(JSON.stringify(init));
  say(JSON.stringify({ id: 2, subject: 'scrollRelay', data: { scrollX: 0, scrollY: 9 } }));
  // One that says objects instead of text gets objects.
  say({ ...init, id: 3 });
  const answers = posted.mock.calls.map(([said, origin]) => [origin, said]);
  const response = { callbacks: expect.objectContaining({ completePayment: true, scrollRelay: true }) };
  expect(answers.splice(2)).toEqual([[config.frames.chase, { id: 3, response }]]);
  expect(answers.map(([origin, text]) => [origin, JSON.parse(text)])).toEqual([
    [config.frames.chase, { id: 1, response }],
    [config.frames.chase, { id: 2, response }],
  ]);
});

describe('[METHODS-5, FAILURE-1] a form that says nothing', () => {
  const silent = 'The secure form did not respond, and nothing was saved.';
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('for half a minute is replaced by what to do, logged, and opened again', async () => {
    await openCardForm();
    say(JSON.stringify(init), { origin: 'https://evil.example' });
    say(JSON.stringify({ topic: 'init', body: '' }));
    await pass(28_000);
    expect(screen.queryByText(silent, { exact: false })).toBeNull();
    await pass(4_000);
    // At once: to wait here would pass the time, too.
    const alert = screen.getByRole('alert');
    const { supportPhone } = config.brand;
    expect(alert.textContent).toContain(`${silent} Try again, or call us at ${supportPhone}.`);
    await waitFor(() => expect(loggedActions(server)).toEqual(['payment-methods.add silent-failed']));
    server.answer('GET /payments/chase/uid', { body: { uid: 'UID-2' } });
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await isFormOpen('UID-2');
  });

  test('after its first word has all the time', async () => {
    await openCardForm();
    await pass(20_000);
    say(JSON.stringify(init));
    await pass(900_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is TranSafe’s too', async () => {
    await openPanel();
    fireEvent.click(await screen.findByRole('tab', { name: 'Bank account (ACH)' }));
    await waitFor(() => expect(server.requestsOf('POST /hash/transafe/frame')).toHaveLength(1));
    await pass(31_000);
    await screen.findByText(silent, { exact: false });
  });

  test('is not the one whose server has not answered yet', async () => {
    server.answer('GET /payments/chase/uid', () => new Promise(() => undefined));
    await openPanel();
    await waitFor(() => expect(shownFrame()).not.toBeNull());
    await pass(60_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
