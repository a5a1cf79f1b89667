import { type Language, languageEntries, languages } from '@myaccount/contract/languages';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { textsOf } from '../../apps/sandbox/src/hosted/texts.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { setPageFlag } from '../support/flags.ts';
import { framesUrl } from '../support/hosted-form.ts';
import { listedSources, watchSources } from '../support/loaded-sources.ts';
import { paymentFormOf } from '../support/payment-form.ts';
import { test } from '../support/portal-test.ts';
import { readCharges } from '../support/sandbox.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { widthOf } from '../support/widths.ts';

const managePage = './billing/manage-payment-methods';
const customers: Readonly<Record<Language, string>> = {
  en: 'office@harborstreetbakery.example.com',
  es: 'lucia.mendoza@example.com',
};

/** Adding a method in a language, with a customer's actions. */
function addingOf(page: Page, language: Language) {
  const text = (key: string) => textIn(language, `payment-methods.${key}`);
  const panel = page.getByRole('dialog', { name: text('add') });
  const frame = panel.frameLocator('iframe');
  return {
    panel,
    frame,
    /** Opens the panel with its form, which takes input at once. */
    async open(kind: 'card' | 'bank'): Promise<void> {
      await page.getByRole('button', { name: text('add') }).click();
      if (kind === 'bank') await panel.getByRole('tab', { name: text('adding.tab.bank') }).click();
      const field = kind === 'bank' ? 'routing' : 'cv';
      await expect(frame.getByLabel(textsOf(language, kind).fields[field])).toBeVisible();
      // Once it knows its height: what moves under a press does not get it.
      await expect(panel.locator('iframe')).not.toHaveAttribute('data-loading');
    },
    /** Names what the form took in, agrees that it is kept, and saves it. */
    async save(kind: 'card' | 'bank', nickname: string): Promise<void> {
      await panel.getByLabel(text('adding.nickname')).fill(nickname);
      await panel.getByRole('checkbox').check();
      await panel.getByRole('button', { name: text(`adding.save.${kind}`) }).click();
    },
    async expectAdded(nickname: string, ending: string): Promise<void> {
      await expect(page.getByText(text('adding.done'))).toBeVisible();
      await expect(panel).toBeHidden();
      const row = page.getByRole('listitem').filter({ hasText: nickname });
      await expect(row).toContainText(`…${ending}`);
    },
  };
}

interface CardEntry {
  readonly language: Language;
  readonly number: string;
  /** The card frame asks for the date in one field, the card form in two. */
  readonly expiryFields: 1 | 2;
}

/** Types a card into a hosted form and sends it. */
async function typeCard(frame: FrameLocator, { language, number, expiryFields }: CardEntry): Promise<void> {
  const texts = textsOf(language, 'card');
  await frame.getByLabel(texts.fields.cardholdername).fill('Ana Rivera');
  await frame.getByLabel(texts.fields.account).fill(number);
  await frame.getByLabel(texts.fields.cv).fill('123');
  if (expiryFields === 1) {
    await frame.getByLabel(texts.fields.expdate).fill('08/39');
  } else {
    await frame.getByLabel(texts.fields.expmonth).selectOption('08');
    await frame.getByLabel(texts.fields.expyear).selectOption({ index: 5 });
  }
  await frame.getByRole('button', { name: texts.addCard }).click();
}

for (const language of languages) {
  test.describe(`adding a method in ${language}`, { tag: widthOf(language) }, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[METHODS-2, METHODS-4, METHODS-5] a card is added through the card form, and pays (${language})`, async ({
      page,
    }) => {
      const nickname = `Form ${language}`;
      const amount = '24.75';
      await openSignedIn(page, customers[language], managePage);
      const adding = addingOf(page, language);
      await adding.open('card');
      await expectAccessible(page);
      await typeCard(adding.frame, { language, number: '4242424242424242', expiryFields: 2 });
      await adding.save('card', nickname);
      await adding.expectAdded(nickname, '4242');
      await page.goto('./payments?make-payment');
      const payment = paymentFormOf(page, language);
      await payment.fill(amount, nickname);
      await payment.press(`$${amount}`);
      await expect(page).toHaveURL(/payment-success/);
      const cents = Math.round(Number(amount) * 100);
      expect((await readCharges()).filter(({ amountCents }) => amountCents === cents)).toHaveLength(1);
    });
  });
}

test('[METHODS-2, METHODS-3] a bank account is added through the card frame', async ({ page }) => {
  const nickname = 'Household';
  await openSignedIn(page, customers.en, managePage);
  const adding = addingOf(page, 'en');
  await adding.open('bank');
  await expectAccessible(page);
  const { fields, addBank } = textsOf('en', 'bank');
  await adding.frame.getByLabel(fields.cardholdername).fill('Ana Rivera');
  await adding.frame.getByLabel(fields.routing).fill('021000021');
  await adding.frame.getByLabel(fields.account).fill('1000006789');
  await adding.frame.getByLabel(fields.accounttype).selectOption('C');
  await adding.frame.getByRole('button', { name: addBank }).click();
  await adding.panel.getByRole('checkbox').waitFor();
  await expectAccessible(page);
  await adding.save('bank', nickname);
  await adding.expectAdded(nickname, '6789');
});

test('[METHODS-3, METHODS-5] a card is added through the card frame, after one was declined', async ({
  page,
}) => {
  const nickname = 'Travel';
  await setPageFlag(page, 'cardProcessorPayments', false);
  await openSignedIn(page, customers.en, managePage);
  const adding = addingOf(page, 'en');
  await adding.open('card');
  await typeCard(adding.frame, { language: 'en', number: '4000000000000002', expiryFields: 1 });
  await expect(adding.panel.getByText(textIn('en', 'payment-methods.adding.failed'))).toBeVisible();
  await adding.panel.getByRole('button', { name: textIn('en', 'ui.tryAgain') }).click();
  await typeCard(adding.frame, { language: 'en', number: '5555555555554444', expiryFields: 1 });
  await adding.save('card', nickname);
  await adding.expectAdded(nickname, '4444');
});

test('[METHODS-2] while a method is added, the browser loads only what docs/security.md lists', async ({
  page,
}) => {
  await openSignedIn(page, customers.en, managePage);
  const { own, inFrames } = watchSources(page);
  await page.reload();
  const adding = addingOf(page, 'en');
  await adding.open('card');
  await adding.frame.getByRole('button', { name: 'Cancel' }).click();
  await expect(adding.panel).toBeHidden();
  await adding.open('bank');
  const listed = listedSources();
  expect([...own].filter((source) => !listed.has(source))).toEqual([]);
  const framesAndScripts = [...listed].filter((source) => /^(?:script|frame)-src|framed$/.test(source));
  expect(framesAndScripts.filter((source) => !own.has(source))).toEqual([]);
  const foreign = [...inFrames].filter((source) => source !== 'framed');
  expect(foreign).toEqual([
    expect.stringMatching(/^https?:\/\/localhost:\d+\/myaccount\/frame-styles\/[^/]+\.css$/),
  ]);
});

test('[METHODS-8] messages of a page that plays the form are ignored', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(?:transafe|payments\/chase\/payment-method)/.test(request.url())) asked.push(request.url());
  });
  await openSignedIn(page, customers.en, managePage);
  const adding = addingOf(page, 'en');
  await adding.open('card');
  await page.evaluate((origin) => {
    const done = JSON.stringify({ subject: 'completePayment', data: { code: '000' } });
    const ticket = JSON.stringify({ type: 'paymentSubmitted', content: { code: 'AUTH', ticket: 'forged' } });
    const frame = document.querySelector('iframe')?.contentWindow ?? null;
    for (const data of [done, ticket]) {
      window.postMessage(data, '*');
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: window }));
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: 'http://evil.example', source: frame }),
      );
    }
  }, framesUrl());
  await typeCard(adding.frame, { language: 'en', number: '4000000000000002', expiryFields: 2 });
  await expect(adding.panel.getByText(textIn('en', 'payment-methods.adding.failed'))).toBeVisible();
  expect(asked).toEqual([]);
});

test('[METHODS-4] a form that is cancelled closes the panel and adds nothing', async ({ page }) => {
  await openSignedIn(page, customers.en, managePage);
  const adding = addingOf(page, 'en');
  await adding.open('card');
  await adding.frame.getByRole('button', { name: 'Cancel' }).click();
  await expect(adding.panel).toBeHidden();
  await expect(page.getByText(textIn('en', 'payment-methods.adding.done'))).toBeHidden();
});
