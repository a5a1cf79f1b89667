import { expect, type FrameLocator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { defaultPx, largePx, useLargeText } from '../support/font-size.ts';
import {
  callCardForm,
  frameInputs,
  framesUrl,
  type HostedForm,
  openCardForm,
  openCardFrame,
} from '../support/hosted-form.ts';
import { test } from '../support/portal-test.ts';
import { phone, phoneOnly } from '../support/widths.ts';

const reloadMs = 15 * 60_000;
const narrow = { width: 320, height: 800 };

async function pressTab(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.keyboard.press('Tab');
}

/** The card frame once it takes input: a hidden frame gets no focus, and hears no message before its script runs. */
async function openReadyCardFrame(page: Page, inputs: Record<string, string>): Promise<HostedForm> {
  const form = await openCardFrame(page, inputs);
  await expect(page.locator('iframe')).toBeVisible();
  return form;
}

async function waitForMessage(form: HostedForm, name: string) {
  const find = async () =>
    (await form.messages()).find(({ message }) => (message.type ?? message.subject) === name);
  await expect.poll(find).toBeDefined();
  return (await find())?.message;
}

async function expectNotSideways(page: Page, form: HostedForm): Promise<void> {
  await page.setViewportSize(narrow);
  const root = form.frame.locator('html');
  for (const isLarge of [true, false]) {
    await useLargeText(page, isLarge);
    await expect(root).toHaveCSS('font-size', `${isLarge ? largePx : defaultPx}px`);
    const sideways = await root.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  }
}

async function expectFits(
  page: Page,
  form: HostedForm,
  last: ReturnType<FrameLocator['locator']>,
): Promise<void> {
  await expectNotSideways(page, form);
  const { height = 0, y = 0 } = (await last.boundingBox()) ?? {};
  const { y: top = 0 } = (await page.locator('iframe').boundingBox()) ?? {};
  await expect.poll(() => form.height()).toBeGreaterThanOrEqual(Math.floor(y + height - top));
}

test('[METHODS-3] the card frame is filled in by keyboard, names what is wrong, and gives a ticket to the page', {
  tag: phone,
}, async ({ page }) => {
  const form = await openReadyCardFrame(page, frameInputs({ 'include-cardholdername': 'yes' }));
  const { frame } = form;
  await frame.getByLabel('Name on card').focus();
  await page.keyboard.type('Ana Rivera');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4242 4242 4242 4241');
  await page.keyboard.press('Tab');
  await page.keyboard.type('08/39');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(frame.getByText('Check the card number.')).toBeVisible();
  const number = frame.getByRole('textbox', { name: 'Card number' });
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription('Check the card number.');
  await waitForMessage(form, 'formSubmissionInvalid');
  await expectAccessible(page);
  await number.fill('4242 4242 4242 4242');
  await page.keyboard.press('Enter');
  const { content } = await waitForMessage(form, 'paymentSubmitted');
  expect(content).toEqual({ code: 'AUTH', verbiage: 'APPROVED', ticket: expect.stringMatching(/^\w{48}$/) });
  await expect(frame.getByText('Accepted.')).toBeVisible();
  await expect(number).toBeHidden();
  const origins = (await form.messages()).map(({ origin }) => origin);
  expect(new Set(origins)).toEqual(new Set([framesUrl()]));
});

test('[METHODS-3] the bank form in Spanish fits a small phone, and the page may press its button', {
  tag: phoneOnly,
}, async ({ page }) => {
  const form = await openReadyCardFrame(page, {
    ...frameInputs({ 'include-ach': 'yes', 'include-submit-button': 'no' }),
    lang: 'es',
  });
  const { frame } = form;
  await frame.getByLabel('Nombre del titular').fill('Ana Rivera');
  await frame.getByLabel('Número de ruta bancaria').fill('021000022');
  await frame.getByLabel('Número de cuenta').fill('1000000000');
  await frame.getByLabel('Tipo de cuenta').selectOption('Corriente');
  // Only the page around it may press the button.
  await frame.locator('html').evaluate(() => window.postMessage('{"type":"submitPaymentData"}', '*'));
  await form.send({ type: 'getHeight' });
  expect(await form.messages()).toEqual([]);
  await form.send({ type: 'submitPaymentData' });
  await expect(frame.getByText('Revise los 9 dígitos del número de ruta.')).toBeVisible();
  await expectFits(page, form, frame.getByLabel('Tipo de cuenta'));
  await expectAccessible(page);
  await frame.getByLabel('Número de ruta bancaria').fill('021000021');
  await form.send({ type: 'submitPaymentData' });
  expect((await waitForMessage(form, 'paymentSubmitted')).content.code).toBe('AUTH');
});

test.describe('with its own clock', () => {
  test.use({ isWarm: false });

  test('[METHODS-3] the card frame says why a card is declined or the service fails, and asks for a reload in time', async ({
    page,
  }) => {
    await page.clock.install();
    const form = await openReadyCardFrame(page, frameInputs({}));
    const { frame } = form;
    await frame.getByLabel('Card number').fill('4000000000000002');
    await frame.getByLabel('Expiration date').fill('08/39');
    await frame.getByLabel('Security code').fill('123');
    await frame.getByRole('button', { name: 'Add card' }).click();
    const { content } = await waitForMessage(form, 'paymentSubmitted');
    expect(content).toEqual({ code: 'DENY', verbiage: 'Your bank declined this card. Try another card.' });
    await expect(frame.getByRole('alert')).toHaveText('Your bank declined this card. Try another card.');
    await frame.getByLabel('Card number').fill('4000000000000119');
    await frame.getByRole('button', { name: 'Add card' }).click();
    const failed = 'Something went wrong. Nothing was saved. Please try again.';
    await expect(frame.getByRole('alert')).toHaveText(failed);
    await expect
      .poll(async () => (await form.messages()).at(-1)?.message.content)
      .toEqual({ code: 'TIMEOUT', verbiage: failed });
    await expect(frame.getByLabel('Security code')).toHaveValue('123');
    await page.clock.fastForward(reloadMs);
    await waitForMessage(form, 'reload');
  });
});

test('the card frame does not show for a wrong signature', async ({ page }) => {
  const { frame } = await openCardFrame(page, { ...frameInputs({}), 'hmac-auto-reload': 'yes' });
  // It sends no message either, so the page around does not show it.
  await expect(frame.getByText('This form cannot be shown.')).toHaveCount(1);
  await expect(frame.getByText('signature-wrong')).toHaveCount(1);
  await expect(frame.locator('form')).toHaveCount(0);
});

test('[METHODS-4] the card form is filled in by keyboard, reports by its codes, and the server reads the card', {
  tag: phone,
}, async ({ page }) => {
  const form = await openCardForm(page, 'en');
  const { frame, uid } = form;
  await waitForMessage(form, 'hpfReady');
  await frame.getByLabel('Name on card').focus();
  await page.keyboard.type('Ana Rivera');
  await pressTab(page, 1);
  await page.keyboard.type('378282246310005');
  await pressTab(page, 1);
  await page.keyboard.type('08');
  await pressTab(page, 2);
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  expect((await waitForMessage(form, 'handlePaymentErrors')).data.errorCode).toEqual(['340', '350', '']);
  await expect(frame.getByText('Choose the year.')).toBeVisible();
  await frame.getByRole('button', { name: 'Where is it?' }).press('Enter');
  await expect(frame.getByText('the 4 digits on the front')).toBeVisible();
  expect((await waitForMessage(form, 'whatsThis')).data).toBe('cvv');
  await expectNotSideways(page, form);
  await expectAccessible(page);
  await frame.getByLabel('Year').selectOption({ index: 5 });
  await frame.getByLabel('Security code').fill('1234');
  await frame.getByRole('button', { name: 'Add card' }).press('Enter');
  expect((await waitForMessage(form, 'completePayment')).data).toMatchObject({ code: '000', uID: uid });
  const { body } = await callCardForm('query', { uid });
  expect(body).toMatchObject({ mpan: 'XXXXXXXXXXX0005', card_brand: 'American Express', exp_month: '08' });
  const subjects = (await form.messages()).map(({ message }) => message.subject);
  expect(subjects.filter((subject) => subject !== 'scrollRelay')).toEqual([
    'init',
    'hpfReady',
    ...['startPayment', 'handlePaymentErrors'],
    'whatsThis',
    ...['startPayment', 'completePayment'],
  ]);
});

test('[METHODS-4] the card form tells where it was scrolled to, one answer at a time', async ({ page }) => {
  const form = await openCardForm(page, 'en');
  await waitForMessage(form, 'hpfReady');
  await page.locator('iframe').evaluate((frame) => Object.assign(frame.style, { height: '200px' }));
  const root = form.frame.locator('html');
  for (const top of [50, 100]) {
    await root.evaluate((_, y) => window.scrollTo(0, y), top);
    await expect
      .poll(async () => (await form.messages()).at(-1)?.message)
      .toMatchObject({ subject: 'scrollRelay', data: { scrollX: 0, scrollY: top } });
  }
});

test('[METHODS-4] the card form says nothing to a page that does not answer it, or to another origin', async ({
  page,
}) => {
  const form = await openCardForm(page, 'en', false);
  const { frame, uid } = form;
  await waitForMessage(form, 'init');
  // An answer of another window counts no more than none.
  await frame.locator('html').evaluate(() => {
    window.postMessage(JSON.stringify({ id: 1, response: { callbacks: { completePayment: true } } }), '*');
  });
  await form.send({ id: 2, response: { callbacks: {} } });
  await form.send({ id: 1, response: {} });
  await frame.getByRole('button', { name: 'Add card' }).click();
  await expect(frame.getByText('Choose the year.')).toBeVisible();
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => (await callCardForm('query', { uid })).body.state).toBe('cancelled');
  expect((await form.messages()).map(({ message }) => message.subject)).toEqual(['init']);
});

test('[METHODS-4] the card form in Spanish can be cancelled, and then opens no more', {
  tag: phoneOnly,
}, async ({ page }) => {
  const form = await openCardForm(page, 'es');
  await form.frame.getByRole('button', { name: 'Cancelar' }).click();
  expect((await waitForMessage(form, 'cancelPayment')).data).toBe('1');
  expect(await callCardForm('query', { uid: form.uid })).toMatchObject({
    status: 409,
    body: { state: 'cancelled' },
  });
});
