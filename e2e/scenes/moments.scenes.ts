import { textsOf } from '../../apps/sandbox/src/hosted/texts.ts';
import { openQuestions } from '../support/payment-form.ts';
import { accountMomentScenes } from './account-moments.scenes.ts';
import { awaitText, inTurn, press, pressTwice } from './in-turn.ts';
import { pressRemove } from './payment-methods.scenes.ts';
import { type Act, answering, changing, type Intercept, refusing, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const form = { email: ana, path: 'billing/make-payment' };
const methods = { email: ana, path: 'billing/manage-payment-methods' };
const marcus = 'marcus.webb@example.com';
const walter = 'walter.kim@example.com';
const ebillCall = '**/api/customer/account/ebill';

const pay =
  (answer: string): Act =>
  (page, actor) =>
    press(page, actor, 'payments.form.submit', answer);

/** Answers the saved methods without a default, so that none is chosen. */
const withoutDefault = changing('**/api/payments/recurring-payments*', (saved: object[]) =>
  saved.map((one) => ({ ...one, auto_payment: false })),
);

const addCard: Act = async (page, { text, language }) => {
  await page.getByRole('button', { name: text('payment-methods.add') }).click();
  const panel = page.getByRole('dialog', { name: text('payment-methods.add') });
  const frame = panel.frameLocator('iframe');
  const { fields, addCard: submit } = textsOf(language, 'card');
  await panel.locator('iframe:not([data-loading])').waitFor();
  await frame.getByLabel(fields.cardholdername).fill('Ana Rivera');
  await frame.getByLabel(fields.account).fill('4242424242424242');
  await frame.getByLabel(fields.cv).fill('123');
  await frame.getByLabel(fields.expmonth).selectOption('08');
  await frame.getByLabel(fields.expyear).selectOption({ index: 5 });
  await frame.getByRole('button', { name: submit }).click();
  await panel.getByLabel(text('payment-methods.adding.nickname')).fill('Groceries');
  await panel.getByRole('checkbox').check();
  await panel.getByRole('button', { name: text('payment-methods.adding.save.card') }).click();
  await page.getByText(text('payment-methods.adding.done')).waitFor();
};

/** Makes another method the default, at the second try. */
const makeDefault: Act = async (page, actor) => {
  const name = new RegExp(`^${actor.text('payment-methods.activate.action')}`);
  for (const answer of ['failed', 'done']) {
    await page.getByRole('button', { name }).first().click();
    await awaitText(page, actor, `payment-methods.activate.${answer}`);
  }
};

/** Removes a method, at the second try; `place` has its own messages. */
const remove =
  (place: 'manage' | 'payments'): Act =>
  async (page, actor) => {
    const action = actor.text('payment-methods.remove.action');
    if (place === 'payments') {
      await openQuestions(page.getByRole('form'));
      await page.getByRole('button', { name: actor.text('payment-methods.manage') }).click();
    }
    for (const answer of ['failed', 'done']) {
      await pressRemove(page, actor);
      await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
      await awaitText(page, actor, `payment-methods.remove.${place}.${answer}`);
    }
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  };

const turnOff =
  (place: 'payments' | 'dashboard'): Act =>
  async (page, actor) => {
    const button = page.getByRole('button', { name: actor.text('autopay.turnOff.open') });
    await button.or(page.getByRole('switch')).first().click();
    await page.getByRole('alertdialog').waitFor();
    const answers: [string, string] = [`autopay.notSaved.${place}`, `autopay.saved.${place}`];
    await pressTwice(page, actor, 'autopay.turnOff.confirm', answers);
  };

const goPaperless =
  (place: 'profile' | 'dashboard'): Act =>
  async (page, actor) => {
    await page.getByRole('radio', { name: actor.text('paperless.choice.EMAIL') }).check();
    await page
      .getByRole('checkbox', { name: new RegExp(actor.language === 'en' ? '^I agree' : '^Acepto') })
      .check();
    const answers: [string, string] = [`paperless.notSaved.${place}`, `paperless.saved.${place}.EMAIL`];
    await pressTwice(page, actor, 'paperless.save.EMAIL', answers);
  };

/** As of an account that never chose how its bills come. */
const undecided: Intercept = async (page) => {
  await changing('**/api/billing/gtv/account?*', (accounts: object[]) =>
    accounts.map((one) => ({ ...one, bill_type: 'NONE' })),
  )(page);
  await changing('**/api/billing/gtv/billing-account/refresh*', (billing: object) => ({
    ...billing,
    isEbillEnabled: 'NONE',
  }))(page);
  await answering(ebillCall, { statusCode: '00' })(page);
};

/** Shows texts in passing: a message that goes away, or two answers in one visit. Nothing to take a picture of. */
export const momentScenes: readonly Scene[] = [
  {
    ...form,
    name: 'make-payment-nothing-due',
    intercept: refusing('**/api/payments/make-payment', 400, { code: 'payments.nothing-due' }),
    act: pay('payments.form.errors.nothingDue'),
  },
  {
    ...form,
    name: 'make-payment-no-choice',
    intercept: withoutDefault,
    act: pay('payments.form.errors.methodMissing'),
  },
  {
    name: 'home-no-payments',
    email: ana,
    path: '',
    intercept: (page) => page.route('**/api/invoices/payments?*', (route) => route.fulfill({ json: [] })),
    act: async (page, { text }) => {
      await page
        .getByRole('button', { name: text('invoices.list.showPayments.bill').trim() })
        .first()
        .click();
      await page.getByText(text('invoices.list.noPayments')).waitFor();
    },
  },
  {
    ...methods,
    name: 'payment-methods-added',
    intercept: answering('**/api/payments/make-recurring-payment-chase', { id: 'added' }, 201),
    act: addCard,
  },
  {
    ...methods,
    name: 'payment-methods-default',
    intercept: inTurn('**/api/payments/activate', { id: 'm-1', auto_payment: true }, 201),
    act: makeDefault,
  },
  {
    ...methods,
    name: 'payment-methods-removed',
    intercept: inTurn('**/api/payments/deactivate', { id: 'm-1', valid_to: '2026-11-26' }),
    act: remove('manage'),
  },
  {
    ...form,
    name: 'payment-methods-removed-beside-payment',
    intercept: inTurn('**/api/payments/deactivate', { id: 'm-1', valid_to: '2026-11-26' }),
    act: remove('payments'),
  },
  ...(['payments', 'dashboard'] as const).map((place) => ({
    name: place === 'payments' ? 'autopay-saved-payments' : 'autopay-saved-home',
    email: marcus,
    path: place === 'payments' ? 'payments' : '',
    intercept: inTurn('**/api/customer/account/autopay', { statusCode: '00' }),
    act: turnOff(place),
  })),
  ...(['profile', 'dashboard'] as const).map((place) => ({
    name: place === 'profile' ? 'paperless-saved-profile' : 'paperless-saved-home',
    email: walter,
    path: place === 'profile' ? 'profile' : '',
    intercept: inTurn(ebillCall, { statusCode: '00' }),
    act: goPaperless(place),
  })),
  {
    name: 'paperless-saved-paper',
    email: walter,
    path: '',
    intercept: undecided,
    act: async (page, actor) => {
      await page.getByRole('radio', { name: actor.text('paperless.choice.PAPER'), exact: true }).check();
      await press(page, actor, 'paperless.save.PAPER', 'paperless.saved.dashboard.PAPER');
    },
  },
  ...accountMomentScenes,
];
