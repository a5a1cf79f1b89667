import { afterEach, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRow } from '../../testing/rows.ts';
import { findChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { endPlansUntil, submitLostPlan } from './lost-plan.service.ts';

// The tests start on Nov 24, 2026. The payers' bills are due on Nov 26.
const tomorrow = '2026-11-25';
const dueDate = '2026-11-26';

const portal = forFile(() => startPayingPortal());
afterEach(async () => expect(await portal.brokenChecks()).toEqual([]));

const plan = async (payer: Payer, amount: number, payment_date: string): Promise<string> =>
  (await portal.pay(payer, { amount, payment_date })).json().id;
const stateOf = async (id: string) => (await readRow(portal.db, 'payment', { id })).state;

test('[PAY-7] only plans whose day has come by a day are ended, and told', async () => {
  const payer = await portal.buildPayer();
  const [due, later] = [await plan(payer, 20, tomorrow), await plan(payer, 30, dueDate)];
  await endPlansUntil(portal.portal, payer.account.id, tomorrow);
  expect([await stateOf(due), await stateOf(later)]).toEqual(['CANCELLED', 'PLANNED']);
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-planned', 'payment-missed']);
});

test('[PAY-7] a charge that was found is of a plan whose day had come by then, and of no later one', async () => {
  const payer = await portal.buildPayer();
  const id = await plan(payer, 20, dueDate);
  const found = (on: string) =>
    portal.db.transaction().execute(async (trx) => {
      const method = await findChargedMethod(trx, payer.account.id, payer.methodId);
      if (!method) throw new Error('There is no method');
      const at = portal.clock.now();
      return await submitLostPlan(trx, method, { amountCents: 2_000, at, on, reconcileAt: at });
    });
  expect(await found(tomorrow)).toBeUndefined();
  expect(await stateOf(id)).toBe('PLANNED');
  expect(await found(dueDate)).toMatchObject({ id, state: 'SUBMITTING' });
});
