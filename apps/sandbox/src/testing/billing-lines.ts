// Lines of an import file for tests of the billing system.

export const account = (accountNumber: string, more: object = {}) => ({
  type: 'account',
  accountNumber,
  customerId: `C-${accountNumber}`,
  accountType: 'RESIDENTIAL',
  accountStatus: 'ACTIVE',
  billType: 'EMAIL',
  cycleDay: 5,
  planId: 'FIBER',
  ...more,
});
export const customer = (id: string) => ({
  type: 'customer',
  customerId: `C-${id}`,
  firstName: 'Rosa',
  lastName: 'Delgado',
  emailAddress: 'rosa@example.com',
});
export const plan = { type: 'plan', planId: 'FIBER', name: 'Fiber', monthlyPrice: '80.00' };
export const charge = (type: string, amount: string, description = type) => ({ type, description, amount });
export const bill = (accountNumber: string, number: string, more: object = {}) => ({
  type: 'invoice',
  invoiceNumber: `${accountNumber}-${number}`,
  accountNumber,
  issuedOn: '2026-02-06',
  dueOn: '2026-02-26',
  periodStart: '2026-02-05',
  periodEnd: '2026-03-04',
  previousBalance: '0.00',
  items: [
    {
      description: 'Fiber',
      charges: [charge('recurring', '70.00'), charge('discount', '-5.00'), charge('one-time', '40.00')],
    },
    { description: 'Wi-Fi', charges: [charge('recurring', '10.00')] },
    {
      description: 'Other',
      charges: [charge('discount', '-3.00'), charge('usage', '2.00'), charge('late-fee', '1.00')],
    },
    { description: 'Taxes', charges: [charge('tax', '4.50'), charge('fee', '1.99')] },
  ],
  ...more,
});
/** What {@link bill} adds up to. */
export const billed = 121.49;
