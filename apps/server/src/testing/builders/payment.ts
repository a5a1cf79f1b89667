import type { Insertable } from 'kysely';
import { insertLookup } from '../../platform/database/account-lookup.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { insertRow } from '../rows.ts';
import type { BuiltAccount } from './account.ts';
import type { BuiltInvoice } from './invoice.ts';

/** Builds a payment's row, without what it posts: by default $1.00 by card, made on Nov 24, 2026. */
export async function buildPayment(
  db: Database | Trx,
  { id: accountId }: Pick<BuiltAccount, 'id'>,
  fields: Partial<Insertable<Tables['payment']>> = {},
): Promise<{ id: string }> {
  const { external_id: key } = fields;
  if (key) await insertLookup(db, { kind: 'payment', key, account_id: accountId });
  return await db
    .insertInto('payment')
    .values({
      account_id: accountId,
      state: 'COMPLETED',
      amount_cents: 100,
      occurred_at: new Date('2026-11-24T17:00:00Z'),
      occurred_on: '2026-11-24',
      method_type: 'tokenized-credit-card',
      card_type: 'VISA',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Builds a payment that paid a bill, as {@link buildPayment} does. */
export async function buildAppliedPayment(
  db: Database,
  account: Pick<BuiltAccount, 'id'>,
  invoice: Pick<BuiltInvoice, 'id'>,
  fields: Partial<Insertable<Tables['payment']>> & { readonly amount_cents: number },
): Promise<{ id: string }> {
  const payment = await buildPayment(db, account, fields);
  await insertRow(db, 'payment_allocation', {
    account_id: account.id,
    payment_id: payment.id,
    invoice_id: invoice.id,
    amount_cents: fields.amount_cents,
    allocated_at: new Date('2026-11-24T17:00:00Z'),
  });
  return payment;
}
