import { paymentStates } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { worthOf } from './worth.rules.ts';

const portal = forFile(() => startTestPortal());

test('[REFUND-5] what a payment is worth is the same here and in the database, in every state', async () => {
  for (const state of paymentStates)
    for (const refundedCents of [0, 30, 100]) {
      const { account } = await buildLogin(portal.db);
      const row = await portal.db
        .insertInto('payment')
        .values({
          account_id: account.id,
          external_id: `${state}-${refundedCents}`,
          state,
          amount_cents: 100,
          refunded_cents: refundedCents,
          occurred_at: portal.clock.now(),
          occurred_on: '2026-11-24',
          method_type: 'custom',
          card_type: 'CHECK',
          processor_reference: String(1e15 + paymentStates.indexOf(state) * 1_000 + refundedCents),
          ...(state === 'PLANNED' && { planned_for: '2026-11-30' }),
        })
        .returning('worth_cents')
        .executeTakeFirstOrThrow();
      expect([state, refundedCents, row.worth_cents]).toEqual([
        state,
        refundedCents,
        worthOf({ state, amountCents: 100, refundedCents }),
      ]);
    }
});
