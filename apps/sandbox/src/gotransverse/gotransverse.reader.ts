import {
  accountRecord,
  billRecord,
  type Midnight,
  paymentRecord,
  type WireRecord,
} from './from-lines.rules.ts';
import type { BillingStore, Listed, Stored } from './gotransverse.store.ts';
import { type Ledger, settle } from './ledger.rules.ts';

/** Returns what the payments and credits of an account pay, and its balance. */
export function ledgerOf(store: BillingStore, { id, body }: Stored<'account'>): Ledger {
  const bills = [...store.listOf('invoice', id), ...store.listOf('adjustment', id)].sort(
    (a, b) => a.id - b.id,
  );
  const payments = store.listOf('payment', id);
  return settle(
    body,
    bills.map((bill) => bill.body),
    payments.map((payment) => payment.body),
  );
}

/** Returns a reader of records as the API answers them. It is for one answer: it settles each account once. */
export function createReader(store: BillingStore, midnight: Midnight): (record: Listed) => WireRecord {
  const ledgers = new Map<number, Ledger>();
  const ledgerFor = (id: number): Ledger => {
    const ledger = ledgers.get(id) ?? ledgerOf(store, store.findById(id) as Stored<'account'>);
    ledgers.set(id, ledger);
    return ledger;
  };
  return (record) => {
    if (record.kind === 'payment')
      return paymentRecord(record, store.find('paymentMethod', record.body.methodExternalId ?? '')?.body);
    const ledger = ledgerFor(record.account ?? record.id);
    if (record.kind !== 'account') return billRecord(record, ledger, midnight);
    const { customerId, planId } = record.body;
    // The loader refuses an account without them.
    const [customer, plan] = [store.find('customer', customerId), store.find('plan', planId)];
    return accountRecord(record, [customer as Stored<'customer'>, plan as Stored<'plan'>], ledger, midnight);
  };
}
