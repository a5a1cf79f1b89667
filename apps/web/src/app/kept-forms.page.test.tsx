import { addDays } from '@myaccount/contract/calendar';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expireSession, onSessionEnded, openSession } from '../api/session.ts';
import { BillingAddressSection } from '../features/account-info/BillingAddress.tsx';
import { ContactSection } from '../features/account-info/ContactSection.tsx';
import { NotificationSection } from '../features/account-info/NotificationSection.tsx';
import { PinSection } from '../features/account-info/PinSection.tsx';
import { AutopayButton } from '../features/autopay/AutopayButton.tsx';
import { GiftCard } from '../features/gift-card/GiftCard.tsx';
import { PaperlessChoice } from '../features/paperless/PaperlessChoice.tsx';
import { AddMethod } from '../features/payment-methods/AddMethod.tsx';
import { press, showSection, type } from '../testing/account-form.tsx';
import { answerAccountInfo } from '../testing/account-info.ts';
import { answerForAdding, complete, isFormOpen, say } from '../testing/add-card.ts';
import { ana, sessionOf } from '../testing/customers.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { bankAccount, billing, saved } from '../testing/page-data.ts';
import * as payment from '../testing/payment-form.tsx';
import { renderPage } from '../testing/render-page.tsx';
import { user } from '../testing/user.ts';
import { changeConfig } from '../testing/web-config.ts';
import { businessToday } from '../ui/time.ts';
import { type FormName, givenAnew } from '../ui/useDraft.ts';

/** How a customer fills in a field, and whether it shows that. */
interface Field {
  readonly fill: () => Promise<unknown>;
  readonly isFilled: () => boolean;
  /** True for what nobody may give by a page that remembers: a consent, or a PIN. */
  readonly isAnew?: boolean;
}

const anew = (field: Field): Field => ({ ...field, isAnew: true });

interface Form<Name extends FormName> {
  /** Opens it as the customer finds it after a reload. */
  readonly open: () => Promise<unknown>;
  /** Once more what only the reload takes away, so that a field can be seen. */
  readonly reopen?: () => Promise<unknown>;
  /** What is given anew, and all else. */
  readonly fields: Readonly<Record<(typeof givenAnew)[Name][number], Field>> &
    Readonly<Record<string, Field>>;
}

const dueDate = addDays(businessToday(), 9);
const server = startFakeServer((fake) => {
  payment.answerForPayment(fake);
  answerForAdding(fake, 'm-9');
  answerAccountInfo(fake);
  fake.answer(payment.refresh, { body: billing({ dueDate }) });
  fake.answer(payment.savedMethods, {
    body: [saved('m-1', { auto_payment: true }), saved('m-2', { payment_method: bankAccount() })],
  });
});

const choice = (role: 'radio' | 'checkbox' | 'switch', name: RegExp): Field => {
  const find = () => screen.queryByRole<HTMLInputElement>(role, { name });
  return {
    fill: async () => user.click(await screen.findByRole(role, { name })),
    isFilled: () => find()?.checked ?? false,
  };
};
const text = (label: string, typed: string): Field => ({
  fill: () => type(label, typed),
  isFilled: () => screen.queryByRole<HTMLInputElement>('textbox', { name: label })?.value === typed,
});
/** A form that opens by a button, and is open again. */
const section = (field: Field, edit: string): Field => ({
  ...field,
  fill: async () => {
    await press(edit);
    await field.fill();
  },
});
const giftCardOpen = {
  DiscountType: 'GiftCard',
  IsDiscountApplied: 'false',
  IsEligible: 'true',
  EligibleDate: businessToday(),
};

const forms: { readonly [Name in FormName]: Form<Name> } = {
  contact: {
    open: () => showSection(<ContactSection place="profile" />),
    fields: { open: section(text('Phone number', '5550100188'), 'Edit contact information') },
  },
  address: {
    open: () => showSection(<BillingAddressSection />),
    fields: { open: section(text('City', 'Anytown'), 'Edit billing address') },
  },
  pin: {
    open: () => showSection(<PinSection place="settings" />),
    fields: {
      open: anew({
        fill: () => press('Edit account PIN'),
        isFilled: () => screen.queryByRole('button', { name: 'Update' }) !== null,
      }),
    },
  },
  payment: {
    open: () => {
      changeConfig({ flags: { recurringPayments: true } });
      return payment.openForm();
    },
    reopen: payment.openQuestions,
    fields: {
      paymentAmount: choice('radio', /^Other Amount/),
      customAmount: text('Amount to pay', '12.34'),
      selectedCard: choice('radio', /6789/),
      paymentTiming: choice('radio', /^(?:Pick a date|On )/),
      paymentDate: {
        fill: async () => {
          await waitFor(() => expect(document.querySelector('[data-day]')).toBeTruthy());
          await user.click(document.querySelector(`[data-day="${addDays(businessToday(), 1)}"]`) as Element);
        },
        isFilled: () => screen.queryByRole('radio', { name: /^On \w{3}\s\d\d/ }) !== null,
      },
      paymentType: choice('radio', /^Recurring payment/),
      isDebitAuthorized: anew(choice('checkbox', /debit up to \$12\.34/)),
      isAutopayAuthorized: anew(choice('checkbox', /charge the amount due on my account/)),
    },
  },
  autopay: {
    open: async () => {
      await renderPage(<AutopayButton billing={billing({})} surface="dashboard" switchText="Off" />);
      await user.click(await screen.findByRole('switch'));
      await screen.findAllByRole('radio');
    },
    fields: { methodId: choice('radio', /6789/), consent: anew(choice('checkbox', /./)) },
  },
  'payment-method': {
    open: async () => {
      await renderPage(<AddMethod onAdded={() => undefined} onCancel={() => undefined} />);
      await screen.findByRole('tab', { name: 'Card' });
    },
    reopen: async () => {
      await user.click(await screen.findByRole('tab', { name: 'Card' }));
      await isFormOpen();
      say(complete);
      await screen.findByRole('checkbox');
    },
    fields: {
      nickname: text('Nickname (optional)', 'Groceries'),
      consent: anew(choice('checkbox', /keep this payment method/)),
      kind: {
        fill: async () => user.click(await screen.findByRole('tab', { name: 'Bank account (ACH)' })),
        isFilled: () => screen.queryByRole('tab', { name: 'Bank account (ACH)', selected: true }) !== null,
      },
    },
  },
  paperless: {
    open: () => renderPage(<PaperlessChoice billType="PAPER" place="dashboard" />),
    fields: { delivery: choice('radio', /Paperless/), consent: anew(choice('checkbox', /./)) },
  },
  notifications: {
    open: () => renderPage(<NotificationSection place="profile" />),
    fields: {
      wantsTexts: {
        fill: async () => user.click(await screen.findByRole('checkbox', { name: 'Text messages (SMS)' })),
        isFilled: () => screen.queryByRole('button', { name: 'Turn on text messages' }) !== null,
      },
      consent: anew(choice('checkbox', /^(?!Email|Text messages \(SMS\))/)),
    },
  },
  'gift-card': {
    open: () => {
      server.answer('GET /customer/account/details', { body: { DiscountsList: [giftCardOpen] } });
      return renderPage(<GiftCard />, { at: '/gift-card' });
    },
    fields: {
      'criteria.active': choice('checkbox', /stays active/),
      'criteria.noPastDue': choice('checkbox', /no past due/),
      'criteria.offer': choice('checkbox', /part of my order/),
      'criteria.household': choice('checkbox', /household/),
      terms: anew(choice('checkbox', /terms and conditions/)),
    },
  },
};

/** The tab loads again: all that is left is what it stored. */
const ways = {
  'a reload': () => undefined,
  'the end of the session': () => {
    onSessionEnded(() => undefined);
    openSession(sessionOf(ana));
    expireSession(`token-of-${ana.sub}`);
    openSession(sessionOf(ana));
  },
};

const cases = (Object.keys(forms) as FormName[]).flatMap((name) =>
  (Object.keys(ways) as (keyof typeof ways)[]).map((way) => [name, way] as const),
);

test.each(cases)(
  '[LOGIN-7] %s: what is kept outlives %s, consents and PINs are given anew',
  async (name, way) => {
    openSession(sessionOf(ana));
    const { open, reopen, fields } = forms[name] as Form<FormName>;
    const all: readonly (readonly [string, Field])[] = Object.entries(fields);
    await open();
    if (reopen) await reopen();
    for (const [field, { fill, isFilled }] of all) {
      await fill();
      await waitFor(() => expect(isFilled(), field).toBe(true));
    }
    cleanup();
    ways[way]();
    await open();
    const neverKept = all.flatMap(([field, { isAnew }]) => (isAnew ? [field] : []));
    const kept = all.flatMap(([field, { isAnew }]) => (isAnew ? [] : [field]));
    expect(givenAnew[name]).toEqual(neverKept);
    const isFilled = (field: string) => all.find(([each]) => each === field)?.[1].isFilled();
    expect(neverKept.filter((field) => isFilled(field))).toEqual([]);
    const early = reopen ? kept.filter((field) => isFilled(field)) : [];
    if (reopen) await reopen();
    for (const field of kept)
      await waitFor(() => expect(early.includes(field) || isFilled(field), field).toBe(true));
    expect(neverKept.filter((field) => isFilled(field))).toEqual([]);
  },
);

test('[LOGIN-7, METHODS-2] what may be the number of a card is not stored, in a name either', async () => {
  const number = '4242424242424242';
  await renderPage(<AddMethod onAdded={() => undefined} onCancel={() => undefined} />);
  await isFormOpen();
  say(complete);
  await type('Nickname (optional)', number);
  await user.click(screen.getByRole('tab', { name: 'Bank account (ACH)' }));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(number);
});
