import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import type { InvoiceDetail, InvoiceRow } from '@myaccount/contract/invoices';
import { billing, invoiceRow, openItem } from './page-data.ts';

type Bill = Pick<InvoiceRow, 'id' | 'invoice_num' | 'due_date' | 'amount' | 'amount_to_pay'>;

/** What an account owes, with its newest bills, as the server answers it. */
export interface AccountBalance {
  readonly billing: BillingRefresh;
  readonly bills: readonly Bill[];
}

function bill(number: number, amount: number, due_date: string, amount_to_pay = amount): Bill {
  return { id: `i-${number}`, invoice_num: `INV-${number}`, due_date, amount, amount_to_pay };
}

/** The open item of a bill. */
function itemOf({ id, invoice_num, due_date, amount_to_pay }: Bill, over: Partial<OpenItem> = {}): OpenItem {
  return openItem({ invoice_id: id, label: invoice_num, amount: amount_to_pay, due_date, ...over });
}

function balance(over: Partial<BillingRefresh>, bills: readonly Bill[]): AccountBalance {
  return { billing: billing(over), bills };
}

/** A bill of 102.81, of which a credit of 97.19 paid all but 5.62. */
export function samuel(): AccountBalance {
  const newest = bill(2, 102.81, '2026-12-09', 5.62);
  const over = { balance: 5.62, amountDue: 5.62, dueDate: newest.due_date, openItems: [itemOf(newest)] };
  return balance(over, [newest]);
}

/** The account came with a debt of 50; its first bill is 100. */
export function openingDebt(): AccountBalance {
  const first = bill(1, 100, '2026-12-15');
  const opening = openItem({ invoice_id: null, label: null, amount: 50, due_date: '2026-11-18' });
  const openItems = [{ ...opening, past_due: true }, itemOf(first)];
  return balance({ balance: 150, amountDue: 150, pastDue: 50, dueDate: '2026-11-18', openItems }, [first]);
}

/** All of her bill is on its way. */
export function mei(): AccountBalance {
  const newest = bill(7, 101.98, '2026-11-20');
  const openItems = [itemOf(newest, { on_its_way: 101.98 })];
  return balance({ balance: 101.98, amountDue: 0, inFlight: 101.98, dueDate: null, openItems }, [newest]);
}

/** 82.74 is past due; a newer bill is not. */
export function jerome(): AccountBalance {
  const older = bill(8, 82.74, '2026-10-19');
  const newest = bill(9, 92.74, '2026-12-18');
  const openItems = [itemOf(older, { past_due: true }), itemOf(newest)];
  const over = { balance: 175.48, amountDue: 175.48, pastDue: 82.74, dueDate: older.due_date, openItems };
  return balance(over, [newest, older]);
}

/** Two bills are due on two days, and 20 is on its way to the older one. */
export function olivia(): AccountBalance {
  const older = bill(3, 113.66, '2026-11-22');
  const newest = bill(4, 102.74, '2026-12-09');
  const openItems = [itemOf(older, { on_its_way: 20 }), itemOf(newest)];
  const over = { balance: 216.4, amountDue: 196.4, inFlight: 20, dueDate: older.due_date, openItems };
  return balance(over, [newest, older]);
}

/** More was paid than was owed. */
export function creditOnly(): AccountBalance {
  const newest = { ...bill(5, 102.81, '2026-12-09'), amount_to_pay: 0 };
  return balance({ balance: -97.19, amountDue: 0, dueDate: null, openItems: [], credit: 97.19 }, [newest]);
}

/** The bill in the list. */
export function rowOf(shown: Bill): InvoiceRow {
  const isPaid = shown.amount_to_pay === 0;
  return invoiceRow({
    ...shown,
    status: isPaid ? 'CLOSED' : 'OPEN',
    paid_date: isPaid ? '2026-11-20' : null,
    occurred_on: '2026-11-18',
  });
}

/** The bill on its own page: one charge of its whole amount. */
export function detailOf(shown: Bill): InvoiceDetail {
  const row = rowOf(shown);
  return {
    ...row,
    billing_account: { external_account_num: '100200300' },
    original_due_date: row.due_date,
    credit_applied: 0,
    period: { start_date: '2026-11-18', end_date: '2026-12-17' },
    billing_statement: {
      balance: 0,
      payment_received_amount: 0,
      service_charges: row.amount,
      activity_charges: 0,
      taxes_and_fees: 0,
      late_fees: 0,
      total_current_charges: row.amount,
      total_amount: row.amount,
    },
    change: null,
    invoice_items: [
      {
        description: 'Fiber 1 Gig',
        charges: [
          { invoice_item_charge_type: 'recurring', amount: row.amount, description: 'Monthly service' },
        ],
      },
    ],
  };
}
