import {
  type CustomerFieldName,
  customerFieldNames,
  customerFields,
  eachField,
} from '@myaccount/contract/customer-fields';
import type { ImportLine, ImportType } from '@myaccount/contract/import';

/** A record of a file with every field given. */
export type FullRecord<T extends ImportType> = Required<Omit<Extract<ImportLine, { type: T }>, 'type'>>;

const method = {
  methodType: 'tokenized-bank',
  cardType: 'ACH',
  nickname: 'House bank',
  lastFour: '6789',
  processor: 'transafe',
} as const;

/** Returns a value of a customer's field that no other field has. */
export function fieldSample(name: CustomerFieldName): string {
  const place = customerFieldNames.indexOf(name);
  return { phone: `614555013${place}`, day: `1979-03-0${place + 1}` }[customerFields[name].kind];
}

/** One record of each type in which no field has its default or another field's value. */
export const fullRecords: { readonly [T in ImportType]: FullRecord<T> } = {
  plan: {
    planId: 'P-2',
    name: 'Fiber 900',
    nameEs: 'Fibra 900',
    monthlyPrice: '91.23',
    downloadMbps: 901,
    uploadMbps: 902,
  },
  customer: {
    customerId: 'K-2',
    firstName: 'Noor',
    lastName: 'Haddad',
    emailAddress: 'noor@example.com',
    ...eachField(customerFieldNames, (_, name) => fieldSample(name)),
    pin: '8642',
    language: 'es',
  },
  account: {
    accountNumber: 'N-1',
    customerId: 'K-2',
    accountType: 'BUSINESS',
    accountStatus: 'INACTIVE',
    businessName: 'Haddad Bakery',
    billType: 'PAPER_EMAIL',
    cycleDay: 17,
    planId: 'P-2',
    monthlyPrice: '55.44',
    achEnabled: false,
    notificationPreference: 'Text',
    serviceSince: '2019-08-07',
    addresses: [
      {
        addressType: 'Mailing',
        streetNrFirst: '77',
        streetNrLast: '79',
        streetName: 'Oven Road',
        city: 'Lima',
        state: 'OH',
        country: 'US',
        postCode: '45801',
      },
    ],
    discounts: [
      { discountType: 'Hero Discount', isApplied: true, isEligible: true, eligibleDate: '2024-02-03' },
    ],
    pin: '9753',
    pendingCharges: '12.34',
    autopay: { methodExternalId: 'M-2', since: '2023-04-05' },
  },
  login: {
    emailAddress: 'bakery@example.com',
    givenName: 'Nour',
    nickname: 'Boss',
    accounts: [{ accountNumber: 'N-1', role: 'member' }],
  },
  paymentMethod: {
    externalId: 'M-2',
    accountNumber: 'N-1',
    ...method,
    expirationDate: '09/2031',
    token: 'token-of-the-bakery',
    accountHolderName: 'N. Haddad',
    isDefault: true,
    validTo: '2031-10-11',
  },
  invoice: {
    invoiceNumber: 'B-1',
    accountNumber: 'N-1',
    issuedOn: '2026-11-03',
    dueOn: '2026-11-23',
    periodStart: '2026-11-04',
    periodEnd: '2026-12-05',
    previousBalance: '84.99',
    items: [{ description: 'Line one', charges: [{ type: 'usage', description: 'Calls', amount: '7.77' }] }],
    status: 'CLOSED',
    paidOn: '2026-11-19',
  },
  payment: {
    externalId: 'Y-1',
    accountNumber: 'N-1',
    occurredOn: '2026-11-18T10:20:30Z',
    amount: '7.77',
    status: 'COMPLETED',
    recurring: true,
    methodExternalId: null,
    method: {
      methodType: 'custom',
      cardType: 'AMEX',
      nickname: 'Till',
      lastFour: '1357',
      processor: 'orbital',
    },
    appliedTo: [{ invoiceNumber: 'B-1', amount: '7.77' }],
  },
  appointment: {
    externalId: 'V-1',
    accountNumber: 'N-1',
    kind: 'installation',
    start: '2026-12-01T09:00:00Z',
    end: '2026-12-01T12:30:00Z',
    jobStatus: 'In Progress',
    techFirstName: 'Ravi',
    shortestArrivalMinutes: 11,
    longestArrivalMinutes: 44,
  },
};
