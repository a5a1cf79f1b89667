import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';

/** Invoices of an account that were found for its caller. */
export interface InvoiceKeys {
  readonly accountId: string;
  readonly ids: readonly string[];
}

/** Lines of invoices that were found for their caller, each in its order, in one statement. */
export const listCharges = compileOnce((db, { accountId, ids }: Placeholders<InvoiceKeys>) =>
  db
    .selectFrom('invoice_item as item')
    .innerJoin('invoice_charge as charge', (join) =>
      join
        .onRef('charge.account_id', '=', 'item.account_id')
        .onRef('charge.invoice_id', '=', 'item.invoice_id')
        .onRef('charge.item_position', '=', 'item.position'),
    )
    .select(['item.invoice_id as invoiceId', 'item.position as itemPosition'])
    .select(['item.description as itemDescription', 'charge.charge_type as chargeType'])
    .select(['charge.description', 'charge.amount_cents as amountCents'])
    .where('item.account_id', '=', accountId)
    .where(isOneOf('item.invoice_id', ids))
    .orderBy('item.position')
    .orderBy('charge.position')
    .compile(),
);
