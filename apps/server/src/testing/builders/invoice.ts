import { addDays, addMonths } from '@myaccount/contract/calendar';
import { type ChargeType, type InvoiceKind, isAdjustment } from '@myaccount/contract/invoices';
import type { AsIssued } from '../../features/invoices/as-issued.rules.ts';
import { postInvoice } from '../../features/ledger/ledger.rules.ts';
import { insertLookup } from '../../platform/database/account-lookup.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { BuiltAccount } from './account.ts';
import { writePostings } from './ledger.ts';
import { nextNumber } from './next-number.ts';

interface BuiltCharge {
  readonly type: ChargeType;
  readonly description: string;
  readonly amountCents: number;
}

interface InvoiceOptions {
  readonly issuedOn?: string;
  readonly charges?: readonly BuiltCharge[];
  readonly previousBalanceCents?: number;
  readonly asIssued?: Partial<AsIssued>;
  /** An adjustment has a reason. */
  readonly kind?: InvoiceKind;
  readonly periodStart?: string;
}

export interface BuiltInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly amountCents: number;
}

const usual: readonly BuiltCharge[] = [
  { type: 'recurring', description: 'Fiber 500', amountCents: 7_999 },
  { type: 'tax', description: 'State tax', amountCents: 500 },
];

const asIssued: AsIssued = {
  language: 'en',
  holderName: 'Ana Rivera',
  businessName: null,
  billingAddress: ['120 Maple Street', 'Columbus, OH 43215'],
  serviceAddress: ['120 Maple Street', 'Columbus, OH 43215'],
  pastDueCents: 0,
  pastDueSince: null,
  earlierBills: [],
};

/** Builds an open bill with one item and posts it to the ledger; by default $84.99, issued on Nov 05, 2026. */
export async function buildInvoice(
  db: Database,
  account: BuiltAccount,
  options: InvoiceOptions = {},
): Promise<BuiltInvoice> {
  const { issuedOn = '2026-11-05', charges = usual, kind = 'cycle', periodStart = issuedOn } = options;
  const amountCents = charges.reduce((sum, charge) => sum + charge.amountCents, 0);
  const invoice = await db
    .insertInto('invoice')
    .values({
      account_id: account.id,
      invoice_number: `INV-${nextNumber()}`,
      issued_on: issuedOn,
      due_on: addDays(issuedOn, 21),
      original_due_on: addDays(issuedOn, 21),
      kind,
      reason: isAdjustment(kind) ? 'Because' : null,
      period_start: periodStart,
      period_end: addDays(addMonths(issuedOn, 1), -1),
      previous_balance_cents: options.previousBalanceCents ?? 0,
      amount_cents: amountCents,
      open_cents: amountCents,
      as_issued: JSON.stringify({ ...asIssued, ...options.asIssued }),
    })
    .returning(['id', 'invoice_number as invoiceNumber'])
    .executeTakeFirstOrThrow();
  await insertLookup(db, { kind: 'invoice', key: invoice.invoiceNumber, account_id: account.id });
  await buildLines(db, account, invoice.id, charges);
  await writePostings(db, account, postInvoice({ id: invoice.id, issuedOn, charges }));
  return { ...invoice, amountCents };
}

async function buildLines(
  db: Database,
  account: BuiltAccount,
  invoiceId: string,
  charges: readonly BuiltCharge[],
): Promise<void> {
  const key = { account_id: account.id, invoice_id: invoiceId };
  await db
    .insertInto('invoice_item')
    .values({ ...key, position: 1, description: 'Internet' })
    .execute();
  await db
    .insertInto('invoice_charge')
    .values(
      charges.map((charge, index) => ({
        ...key,
        item_position: 1,
        position: index + 1,
        charge_type: charge.type,
        description: charge.description,
        amount_cents: charge.amountCents,
      })),
    )
    .execute();
}
