import type {
  ChargeType,
  InvoiceDetail,
  InvoiceKind,
  InvoiceRow,
  BillChange as WireBillChange,
} from '@myaccount/contract/invoices';
import { dollarsFromCents, sumCents } from '@myaccount/contract/money';
import type { BillChange } from '../statement/bill-change.rules.ts';
import { statementOf } from '../statement/statement.rules.ts';
import type { AppliedAmount } from './applied.rules.ts';

/** An invoice as a list shows it. */
export interface ListedInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly paidOn: string | null;
  readonly amountCents: number;
  readonly openCents: number;
  readonly kind: InvoiceKind;
  /** The day on which billing reversed it; null when it holds. */
  readonly reversedOn: string | null;
}

/** An invoice without its lines. */
export interface Invoice extends ListedInvoice {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly originalDueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly previousBalanceCents: number;
  readonly paymentsReceivedCents: number;
  /** Why an adjustment was made; null for a bill. */
  readonly reason: string | null;
  /** What took its place when it was reversed. */
  readonly replacedBy: {
    readonly id: string;
    readonly invoiceNumber: string;
    readonly kind: InvoiceKind;
  } | null;
  /** What was issued before, by issue date; null for the first. */
  readonly previousId: string | null;
  /** What was issued after; null for the latest. */
  readonly nextId: string | null;
  /** The bill that it is compared with; null for the first, and for an adjustment. */
  readonly comparedId: string | null;
}

/** A charge of an invoice, with the item that it belongs to. */
export interface InvoiceLine {
  readonly itemPosition: number;
  readonly itemDescription: string;
  readonly chargeType: ChargeType;
  readonly description: string;
  readonly amountCents: number;
}

/** CLOSED once nothing is open. */
export function invoiceStatus(openCents: number): 'CLOSED' | 'OPEN' {
  return openCents > 0 ? 'OPEN' : 'CLOSED';
}

/** A row of the list as callers see it. */
export function invoiceRowOf(invoice: ListedInvoice): InvoiceRow {
  return {
    id: invoice.id,
    invoice_num: invoice.invoiceNumber,
    status: invoiceStatus(invoice.openCents),
    due_date: invoice.dueOn,
    paid_date: invoice.paidOn,
    amount: dollarsFromCents(invoice.amountCents),
    amount_to_pay: dollarsFromCents(Math.max(0, invoice.openCents)),
    occurred_on: invoice.issuedOn,
    kind: invoice.kind,
    reversed_on: invoice.reversedOn,
  };
}

/** An item of a bill with its charges. */
export interface InvoiceItem {
  readonly description: string;
  readonly charges: readonly InvoiceLine[];
}

/** Groups lines under their items, in their order. */
export function itemsOf(lines: readonly InvoiceLine[]): InvoiceItem[] {
  const items = new Map<number, { description: string; charges: InvoiceLine[] }>();
  for (const line of lines) {
    const item = items.get(line.itemPosition) ?? { description: line.itemDescription, charges: [] };
    item.charges.push(line);
    items.set(line.itemPosition, item);
  }
  return [...items.values()];
}

/** Returns how a bill differs from the one before, as callers see it. */
export function changeFieldsOf({ amountCents, beforeCents, causes }: BillChange): WireBillChange {
  return {
    amount: dollarsFromCents(amountCents),
    before: dollarsFromCents(beforeCents),
    causes: causes.map(({ code, description, words, ...cause }) => ({
      code,
      description,
      amount: dollarsFromCents(cause.amountCents),
      before: dollarsFromCents(cause.beforeCents),
      words,
    })),
  };
}

/** The whole invoice as callers see it. */
export function invoiceDetailOf(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  { applied, change }: { applied: readonly AppliedAmount[]; change: BillChange | null },
): InvoiceDetail {
  const { replacedBy } = invoice;
  const statement = statementOf({ ...invoice, charges: lines });
  return {
    invoice_num: invoice.invoiceNumber,
    billing_account: { external_account_num: invoice.accountNumber },
    occurred_on: invoice.issuedOn,
    original_due_date: invoice.originalDueOn,
    amount_to_pay: dollarsFromCents(Math.max(0, invoice.openCents)),
    amount: dollarsFromCents(invoice.amountCents),
    credit_applied: dollarsFromCents(sumCents(applied.filter(({ kind }) => kind === 'credited'))),
    applied: applied.map(({ amountCents, ...row }) => ({ ...row, amount: dollarsFromCents(amountCents) })),
    paid_date: invoice.paidOn,
    status: invoiceStatus(invoice.openCents),
    period: { start_date: invoice.periodStart, end_date: invoice.periodEnd },
    billing_statement: {
      balance: dollarsFromCents(statement.balanceCents),
      payment_received_amount: dollarsFromCents(statement.paymentsReceivedCents),
      service_charges: dollarsFromCents(statement.serviceChargesCents),
      activity_charges: dollarsFromCents(statement.activityChargesCents),
      taxes_and_fees: dollarsFromCents(statement.taxesAndFeesCents + statement.lateFeesCents),
      late_fees: dollarsFromCents(statement.lateFeesCents),
      total_current_charges: dollarsFromCents(statement.currentChargesCents),
      total_amount: dollarsFromCents(statement.totalCents),
    },
    reason: invoice.reason,
    kind: invoice.kind,
    reversed_on: invoice.reversedOn,
    replaced_by: replacedBy && {
      id: replacedBy.id,
      invoice_num: replacedBy.invoiceNumber,
      kind: replacedBy.kind,
    },
    change: change && changeFieldsOf(change),
    previous_id: invoice.previousId,
    next_id: invoice.nextId,
    invoice_items: itemsOf(lines).map(({ description, charges }) => ({
      description,
      charges: charges.map((charge) => ({
        invoice_item_charge_type: charge.chargeType,
        amount: dollarsFromCents(charge.amountCents),
        description: charge.description,
      })),
    })),
  };
}
