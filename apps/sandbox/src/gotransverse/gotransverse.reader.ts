import {
  accountRecord,
  adjustmentRecord,
  invoiceRecord,
  type Midnight,
  type Owner,
  paymentRecord,
  type WireRecord,
} from './from-lines.rules.ts';
import type { BillingStore, Stored } from './gotransverse.store.ts';
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
export function createReader(store: BillingStore, midnight: Midnight): (record: Stored) => WireRecord {
  const owners = new Map<number, Owner>();
  const ownerOf = ({ id, account }: Stored): Owner => {
    const known = owners.get(account ?? id);
    if (known) return known;
    const found = store.findById<'account'>(account ?? id) as Stored<'account'>;
    const owner = { account: found, ledger: ledgerOf(store, found), midnight };
    owners.set(found.id, owner);
    return owner;
  };
  return (record) => {
    const owner = ownerOf(record);
    if (record.kind === 'invoice') return invoiceRecord(record as Stored<'invoice'>, owner);
    if (record.kind === 'adjustment') return adjustmentRecord(record as Stored<'adjustment'>, owner);
    if (record.kind === 'payment') {
      const payment = record as Stored<'payment'>;
      return paymentRecord(
        payment,
        owner,
        store.find('paymentMethod', payment.body.methodExternalId ?? '')?.body,
      );
    }
    const { customerId, planId } = owner.account.body;
    // The loader refuses an account without them.
    const [customer, plan] = [store.find('customer', customerId), store.find('plan', planId)];
    return accountRecord(owner, customer as Stored<'customer'>, plan as Stored<'plan'>);
  };
}
