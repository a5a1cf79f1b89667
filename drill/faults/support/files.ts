import { addDays } from '@myaccount/contract/calendar';
import type { ImportLine } from '@myaccount/contract/import';
import {
  accountLine,
  creditLine,
  customerLine,
  invoiceLine,
  itemsOf,
  loginLine,
  methodLine,
  paymentLine,
  planLine,
} from '../../../apps/server/src/testing/builders/import-lines.ts';

/** Someone who calls on the day of support, with one account, one saved method, and one bill. */
export interface Caller {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly signsInAs: string;
  /** Where mail about the account goes, where that is another address. */
  readonly contact?: string;
  readonly method?: keyof typeof methods;
}

export const callers = {
  ana: { accountNumber: 'A1', firstName: 'Ana', lastName: 'Rivera', signsInAs: 'ana@example.com' },
  ben: {
    accountNumber: 'A2',
    firstName: 'Ben',
    lastName: 'Okafor',
    signsInAs: 'ben@example.com',
    method: 'bank',
  },
  cara: {
    accountNumber: 'A3',
    firstName: 'Cara',
    lastName: 'Lindt',
    signsInAs: 'cara@example.com',
    method: 'orbital',
  },
  dan: {
    accountNumber: 'A4',
    firstName: 'Dan',
    lastName: 'Weber',
    signsInAs: 'dw.home@example.com',
    contact: 'dan.weber@example.com',
  },
  eve: { accountNumber: 'A5', firstName: 'Eve', lastName: 'Moss', signsInAs: 'eve.old@example.com' },
  finn: { accountNumber: 'A6', firstName: 'Finn', lastName: 'Hale', signsInAs: 'finn@example.com' },
} as const satisfies Record<string, Caller>;

/** What each of them has to say on the phone. */
export const pin = '1234';
const daysToPay = 21;
const periodDays = 13;
const issuedDaysAgo = 10;
/** From the first file to the day of support: the next bill's period begins then. */
export const daysBefore = 4;

const phoneOf = ({ accountNumber }: Caller) => `614555010${accountNumber.slice(1)}`;

const bank = {
  methodType: 'tokenized-bank',
  processor: 'transafe',
  cardType: 'ACH',
  lastFour: '6789',
  expirationDate: undefined,
  token: 'bank-6789',
} as const;
const methods = {
  bank,
  // Its debit comes back after two days.
  returned: { ...bank, token: 'bank-6789-returned' },
  // The answer to its charge is lost.
  orbital: { processor: 'orbital', token: 'visa-4242-lost' },
  card: { processor: 'transafe', token: 'visa-4242' },
  declined: { processor: 'transafe', token: 'visa-4242-declined' },
} as const;

function customerOf(caller: Caller, changes: Partial<ReturnType<typeof customerLine>> = {}): ImportLine {
  const { accountNumber, firstName, lastName, signsInAs, contact = signsInAs } = caller;
  const customerId = `C${accountNumber}`;
  const address = { emailAddress: contact, phoneNumber: phoneOf(caller), language: 'en' as const };
  return customerLine({ customerId, firstName, lastName, pin, ...address, ...changes });
}

function billOf(
  { accountNumber }: Caller,
  issuedOn: string,
  changes: Partial<ReturnType<typeof invoiceLine>> = {},
): ImportLine {
  return invoiceLine({
    invoiceNumber: `${accountNumber}-${issuedOn}`,
    accountNumber,
    issuedOn,
    dueOn: addDays(issuedOn, daysToPay),
    periodStart: issuedOn,
    periodEnd: addDays(issuedOn, periodDays),
    status: 'OPEN',
    paidOn: null,
    ...changes,
  });
}

/** The provider's first file: everybody with a bill of $84.99. */
export function firstFile(today: string): ImportLine[] {
  return [planLine(), ...Object.values<Caller>(callers).flatMap((caller) => linesOf(caller, today))];
}

/** A customer's lines, with a bill of $84.99 that was issued some days ago. */
export function linesOf(
  caller: Caller,
  today: string,
  changes: {
    readonly account?: Partial<ReturnType<typeof accountLine>>;
    readonly bill?: Partial<ReturnType<typeof invoiceLine>>;
  } = {},
): ImportLine[] {
  const { accountNumber, method = 'card', firstName, lastName, signsInAs } = caller;
  const customerId = `C${accountNumber}`;
  return [
    customerOf(caller),
    accountLine({ accountNumber, customerId, autopay: undefined, discounts: [], ...changes.account }),
    methodLine({
      ...methods[method],
      externalId: `M${accountNumber}`,
      accountNumber,
      accountHolderName: `${firstName} ${lastName}`,
    }),
    billOf(caller, addDays(today, -issuedDaysAgo), changes.bill),
    loginLine({
      emailAddress: signsInAs,
      givenName: firstName,
      accounts: [{ accountNumber, role: 'primary' }],
    }),
  ];
}

/** Billing's credit for a charge that Ana disputes. */
export function creditFile(today: string, amount: string): ImportLine[] {
  const { accountNumber } = callers.ana;
  const reason = 'Router that was returned';
  return [
    creditLine({
      invoiceNumber: 'CR1',
      accountNumber,
      reason,
      issuedOn: today,
      items: itemsOf(`-${amount}`),
    }),
  ];
}

/** Ana's next bill and her payment, and a phone number of Ben's: with mistakes, or as billing corrects them. */
export function nextFile(today: string, anasPayment: string, isCorrected: boolean): ImportLine[] {
  const { accountNumber } = callers.ana;
  return [
    paymentLine({
      externalId: anasPayment,
      accountNumber,
      occurredOn: addDays(today, -1),
      methodExternalId: `M${accountNumber}`,
      appliedTo: [],
    }),
    billOf(callers.ana, today, { previousBalance: isCorrected ? '0.00' : '12.34' }),
    customerOf(callers.ben, { phoneNumber: isCorrected ? '6145550199' : '614-555' }),
    customerOf(callers.finn, { phoneNumber: isCorrected ? '6145550198' : '614-556' }),
  ];
}
