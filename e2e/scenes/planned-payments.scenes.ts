import type { Locator, Page } from '@playwright/test';
import { card, plannedPayment } from '../../apps/web/src/testing/page-data.ts';
import { type Actor, answering, refusing, type Scene } from './scene.ts';

const ofAna = { email: 'ana.rivera@example.com', path: 'billing/make-payment' };
const paymentMethod = card({ nickname: 'Everyday Visa', expiration_date: '08/2030' });

/** Two payments dated ahead, as the server lists them. */
const listing = answering('**/api/payments/planned?*', [
  plannedPayment({ id: 'plan-0', planned_for: '2026-12-01', amount: 84.99, payment_method: paymentMethod }),
  plannedPayment({ id: 'plan-1', planned_for: '2026-12-03', amount: 20, payment_method: paymentMethod }),
]);

/** Opens the panel in which a planned payment is changed. */
async function openChange(page: Page, { text }: Actor): Promise<Locator> {
  const list = page.getByRole('region', { name: text('payments.planned.title') });
  await list
    .getByRole('button', { name: new RegExp(`^${text('payments.planned.change')} `) })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: /84\.99/ });
  await panel.getByRole('radio', { name: '4242' }).check();
  return panel;
}

/** Payments dated ahead, beside the payment form. */
export const plannedPaymentsScenes: readonly Scene[] = [
  {
    ...ofAna,
    name: 'make-payment-planned',
    intercept: listing,
    act: async (page, { text }) => {
      const list = page.getByRole('region', { name: text('payments.planned.title') });
      const cancel = new RegExp(`^${text('payments.planned.cancel')} `);
      await list.getByRole('button', { name: cancel }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...ofAna,
    name: 'planned-payment-changing',
    intercept: listing,
    act: async (page, actor) => {
      await openChange(page, actor);
    },
  },
  {
    ...ofAna,
    name: 'planned-payment-not-changed',
    intercept: async (page) => {
      await listing(page);
      await refusing('**/api/payments/planned/change', 409, { code: 'payments.not-changeable' })(page);
    },
    act: async (page, actor) => {
      const panel = await openChange(page, actor);
      await panel.getByRole('button', { name: actor.text('payments.planned.save') }).click();
      await panel.getByRole('alert').waitFor();
    },
  },
  {
    ...ofAna,
    name: 'planned-payment-unchangeable',
    intercept: answering('**/api/payments/planned?*', [plannedPayment({ can_change: false })]),
  },
];
