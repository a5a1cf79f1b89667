import type { ImportLine } from '@myaccount/contract/import';

type LineOf<T extends ImportLine['type']> = Extract<ImportLine, { type: T }>;

export function planLine(changes: Partial<LineOf<'plan'>> = {}): LineOf<'plan'> {
  return {
    type: 'plan',
    planId: 'F500',
    name: 'Fiber 500',
    nameEs: 'Fibra 500',
    monthlyPrice: '79.99',
    downloadMbps: 500,
    uploadMbps: 500,
    ...changes,
  };
}

export function customerLine(changes: Partial<LineOf<'customer'>> = {}): LineOf<'customer'> {
  return {
    type: 'customer',
    customerId: 'C1',
    firstName: 'Ana',
    lastName: 'Rivera',
    emailAddress: 'ana@example.com',
    phoneNumber: '6145550100',
    dateOfBirth: '1980-02-29',
    pin: '1234',
    language: 'es',
    ...changes,
  };
}

export function accountLine(changes: Partial<LineOf<'account'>> = {}): LineOf<'account'> {
  return {
    type: 'account',
    accountNumber: 'A1',
    customerId: 'C1',
    accountType: 'RESIDENTIAL',
    accountStatus: 'ACTIVE',
    billType: 'EMAIL',
    cycleDay: 5,
    planId: 'F500',
    notificationPreference: 'Text & Email',
    serviceSince: '2026-09-05',
    addresses: [addressEntry()],
    discounts: [{ discountType: 'GiftCard', isApplied: false, isEligible: true, eligibleDate: '2026-10-01' }],
    pendingCharges: '3.50',
    autopay: { methodExternalId: 'M1', since: '2026-09-06' },
    ...changes,
  };
}

export function addressEntry(changes: Partial<NonNullable<LineOf<'account'>['addresses']>[number]> = {}) {
  return {
    addressType: 'Service' as const,
    streetNrFirst: '12',
    streetNrLast: 'B',
    streetName: 'Elm Street',
    city: 'Dayton',
    state: 'OH',
    country: 'USA',
    postCode: '45402',
    ...changes,
  };
}

export function methodLine(changes: Partial<LineOf<'paymentMethod'>> = {}): LineOf<'paymentMethod'> {
  return {
    type: 'paymentMethod',
    externalId: 'M1',
    accountNumber: 'A1',
    methodType: 'tokenized-credit-card',
    processor: 'orbital',
    cardType: 'VISA',
    nickname: 'Visa',
    lastFour: '4242',
    expirationDate: '02/2028',
    token: 'visa-4242-secret',
    accountHolderName: 'Ana Rivera',
    isDefault: true,
    ...changes,
  };
}

/** Returns a bill, by default of 84.99 for October 2026. */
export function invoiceLine(changes: Partial<LineOf<'invoice'>> = {}): LineOf<'invoice'> {
  return {
    type: 'invoice',
    invoiceNumber: 'I1',
    accountNumber: 'A1',
    issuedOn: '2026-10-05',
    dueOn: '2026-10-26',
    periodStart: '2026-10-05',
    periodEnd: '2026-11-04',
    previousBalance: '0.00',
    items: [
      {
        description: 'Fiber 500',
        charges: [
          { type: 'recurring', description: 'Fiber 500 internet', amount: '84.99' },
          { type: 'discount', description: 'Autopay discount', amount: '-5.00' },
          { type: 'tax', description: 'State tax', amount: '5.00' },
        ],
      },
    ],
    status: 'CLOSED',
    paidOn: '2026-10-20',
    ...changes,
  };
}

/** Returns the next bill: November 2026, open. */
export function nextInvoiceLine(changes: Partial<LineOf<'invoice'>> = {}): LineOf<'invoice'> {
  return invoiceLine({
    invoiceNumber: 'I2',
    issuedOn: '2026-11-05',
    dueOn: '2026-11-26',
    periodStart: '2026-11-05',
    periodEnd: '2026-12-04',
    status: 'OPEN',
    paidOn: null,
    ...changes,
  });
}

/** Returns the first bill's payment, late in the evening of Oct 20 in the business time zone. */
export function paymentLine(changes: Partial<LineOf<'payment'>> = {}): LineOf<'payment'> {
  return {
    type: 'payment',
    externalId: 'P1',
    accountNumber: 'A1',
    occurredOn: '2026-10-21T03:30:00Z',
    amount: '84.99',
    status: 'COMPLETED',
    recurring: true,
    methodExternalId: 'M1',
    appliedTo: [{ invoiceNumber: 'I1', amount: '84.99' }],
    ...changes,
  };
}

export function appointmentLine(changes: Partial<LineOf<'appointment'>> = {}): LineOf<'appointment'> {
  return {
    type: 'appointment',
    externalId: 'V1',
    accountNumber: 'A1',
    kind: 'repair',
    start: '2026-11-24T09:00:00-05:00',
    end: '2026-11-24T11:00:00-05:00',
    jobStatus: 'En Route',
    techFirstName: 'Luis',
    shortestArrivalMinutes: 10,
    longestArrivalMinutes: 25,
    ...changes,
  };
}

export function loginLine(changes: Partial<LineOf<'login'>> = {}): LineOf<'login'> {
  return {
    type: 'login',
    emailAddress: 'Ana@Example.com',
    givenName: 'Ana',
    nickname: 'Ani',
    accounts: [{ accountNumber: 'A1', role: 'primary' }],
    ...changes,
  };
}

/** The items of a bill with one charge. */
export const itemsOf = (amount: string) => [
  { description: 'Fiber', charges: [{ type: 'recurring' as const, description: 'Fiber', amount }] },
];

/** Fields that an adjustment has not. */
const noBill = { dueOn: null, periodStart: null, periodEnd: null, previousBalance: null, paidOn: null };
/** Returns a credit of 10.00 on November 10. */
export const creditLine = (changes: Partial<LineOf<'invoice'>> = {}) =>
  invoiceLine({
    ...noBill,
    invoiceNumber: 'CR1',
    kind: 'credit',
    reason: 'Outage on Nov 2',
    issuedOn: '2026-11-10',
    items: itemsOf('-10.00'),
    status: 'CLOSED',
    ...changes,
  });
/** Returns an adjustment of 15.00 on November 10. */
export const debitLine = (changes: Partial<LineOf<'invoice'>> = {}) =>
  creditLine({
    invoiceNumber: 'DR1',
    kind: 'debit',
    reason: 'Router not returned',
    dueOn: '2026-11-30',
    items: itemsOf('15.00'),
    status: 'OPEN',
    ...changes,
  });

/** Returns a valid file with one record of each type. */
export function wholeFile(): ImportLine[] {
  return [
    planLine(),
    customerLine(),
    accountLine(),
    methodLine(),
    invoiceLine(),
    paymentLine(),
    nextInvoiceLine(),
    appointmentLine(),
    loginLine(),
  ];
}
