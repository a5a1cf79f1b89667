import type { Clock } from '@myaccount/clock';
import type { TestPortal } from '../apps/server/src/testing/portal.ts';

/** Builds a payment of an account: one that failed, or one dated ahead. */
export async function buildPayment(
  portal: Pick<TestPortal, 'db'> & { readonly clock: Clock },
  accountId: string,
  state: { state: 'PROCESSING_ERROR' | 'PLANNED'; planned_for: string | null },
): Promise<{ id: string }> {
  return await portal.db
    .insertInto('payment')
    .values({
      ...state,
      account_id: accountId,
      amount_cents: 1_000,
      occurred_at: portal.clock.now(),
      occurred_on: '2026-11-24',
      method_type: 'tokenized-credit-card',
      card_type: 'VISA',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
