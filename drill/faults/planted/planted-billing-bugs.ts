import type { PlantedBug } from './planted-bug.ts';

const gateway = 'gateways/billing-system/gtv.ts';
const readPayments = "  const payments = await listed('payments');\n";

/** Bugs of following a billing system that a drill has to find, by name. */
export const plantedBillingBugs: Readonly<Record<string, PlantedBug>> = {
  'answers-swapped': {
    file: gateway,
    text: readPayments,
    // Two that are read one after the other get each other's payments, under their own names.
    broken: `${readPayments}  const swap = globalThis as { swapped?: { of: string; payments: readonly unknown[] } };
  const before = swap.swapped;
  swap.swapped = { of: accountNumber, payments: [...payments] };
  const owner = { id: head.billingId, account_num: accountNumber };
  if (before && before.of !== accountNumber)
    payments.splice(0, payments.length, ...before.payments.map((row) => ({ ...(row as object), billing_account: owner })));
`,
    foundBy: ['billing'],
  },
  'credit-lost': {
    file: 'features/billing-system/reading.rules.ts',
    text: '      ...invoices.map((invoice) =>',
    broken:
      "      ...invoices.filter(({ invoiceNumber, kind }) => kind !== 'credit' || known.last.has('invoice ' + invoiceNumber)).map((invoice) =>",
    foundBy: ['billing'],
  },
  'older-over-newer': {
    file: 'features/billing-system/known.repository.ts',
    text: '  return rows[0]?.number === number;',
    broken: '  return rows[0] !== undefined && number >= 0;',
    foundBy: ['billing'],
  },
};
