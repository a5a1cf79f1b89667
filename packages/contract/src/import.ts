import { z } from 'zod';
import {
  accountStatuses,
  accountTypes,
  addressTypes,
  billDeliveries,
  discountTypes,
  notificationPreferences,
  roles,
} from './accounts.ts';
import { appointmentKinds } from './appointments.ts';
import {
  day,
  dayOrInstant,
  digits,
  eachOnce,
  email,
  filledName,
  instant,
  key,
  maximumEntries,
  money,
  name,
  oneOf,
  orDefault,
  orNull,
  positiveAmount,
  price,
} from './import-fields.ts';
import { invoice } from './import-invoice.ts';
import { defaultLanguage, languages } from './languages.ts';
import { comparableEmail, storedEmail } from './mailable-email.ts';
import { cardTypes, methodTypes } from './payment-methods.ts';
import { shownPaymentStates } from './payment-states.ts';
import { processorNames } from './processors.ts';
import { text } from './text.ts';
import { jobStatuses } from './visit-progress.ts';

// The records of an import file: JSON Lines, one of these on each line beside its `type`, in any order.

const plan = z.strictObject({
  planId: key,
  name: filledName,
  nameEs: orNull(name),
  monthlyPrice: price,
  downloadMbps: z.int().positive().max(1_000_000),
  uploadMbps: z.int().positive().max(1_000_000),
});

const customer = z.strictObject({
  customerId: key,
  firstName: filledName,
  lastName: name,
  emailAddress: orNull(email.transform(storedEmail)),
  phoneNumber: orNull(digits(10)),
  dateOfBirth: orNull(day),
  pin: orNull(digits(4)),
  language: orDefault(oneOf(languages), defaultLanguage),
});

const address = z.strictObject({
  addressType: oneOf(addressTypes),
  streetNrFirst: orDefault(text(32), ''),
  streetNrLast: orDefault(text(32), ''),
  streetName: name,
  city: name,
  state: text(64),
  country: text(64),
  postCode: text(16),
});

const discount = z.strictObject({
  discountType: oneOf(discountTypes),
  isApplied: z.boolean(),
  isEligible: z.boolean(),
  eligibleDate: orNull(day),
});

const account = z
  .strictObject({
    accountNumber: key,
    customerId: key,
    accountType: oneOf(accountTypes),
    accountStatus: oneOf(accountStatuses),
    businessName: orNull(filledName),
    billType: oneOf(billDeliveries),
    cycleDay: z.int().min(1).max(31),
    planId: key,
    /** The plan’s where it is left out. */
    monthlyPrice: orNull(price),
    achEnabled: orDefault(z.boolean(), true),
    notificationPreference: orDefault(oneOf(notificationPreferences), ''),
    serviceSince: orNull(day),
    addresses: orDefault(
      z.array(address).refine(eachOnce('addressType'), 'has two addresses of one addressType'),
      [],
    ),
    discounts: orDefault(
      z.array(discount).refine(eachOnce('discountType'), 'has two discounts of one discountType'),
      [],
    ),
    /** The customer’s where it is left out. */
    pin: orNull(digits(4)),
    pendingCharges: orDefault(money, '0.00'),
    autopay: orNull(z.strictObject({ methodExternalId: key, since: dayOrInstant })),
  })
  .refine((record) => (record.accountType === 'BUSINESS') === (record.businessName !== null), {
    path: ['businessName'],
    error: 'must be given for BUSINESS and absent otherwise',
  });

const login = z.strictObject({
  emailAddress: email.transform(comparableEmail),
  givenName: orNull(name),
  nickname: orNull(name),
  accounts: z
    .array(z.strictObject({ accountNumber: key, role: oneOf(roles) }))
    .refine(eachOnce('accountNumber'), 'names one account twice'),
});

const methodLook = {
  methodType: oneOf(methodTypes),
  cardType: oneOf(cardTypes),
  nickname: orNull(name),
  lastFour: orNull(digits(4)),
};

const paymentMethod = z.strictObject({
  externalId: key,
  accountNumber: key,
  ...methodLook,
  processor: oneOf(processorNames),
  expirationDate: orNull(z.string().regex(/^(0[1-9]|1[0-2])\/(19|20)\d{2}$/, 'must be MM/YYYY')),
  token: text(256).pipe(z.string().min(1, 'must not be empty')),
  accountHolderName: orNull(name),
  isDefault: orDefault(z.boolean(), false),
  validTo: orNull(dayOrInstant),
});

const payment = z
  .strictObject({
    externalId: key,
    accountNumber: key,
    occurredOn: dayOrInstant,
    amount: positiveAmount,
    status: oneOf(shownPaymentStates),
    recurring: orDefault(z.boolean(), false),
    methodExternalId: orNull(key),
    method: orNull(z.strictObject({ ...methodLook, processor: orNull(oneOf(processorNames)) })),
    appliedTo: orDefault(
      z
        .array(z.strictObject({ invoiceNumber: key, amount: positiveAmount }))
        .max(maximumEntries)
        .refine(eachOnce('invoiceNumber'), 'names one bill twice'),
      [],
    ),
  })
  .refine((record) => (record.methodExternalId === null) !== (record.method === null), {
    path: ['methodExternalId'],
    error: 'must be given, or method, but not both',
  });

const minutes = orNull(z.int().min(0).max(1_440));
const appointment = z
  .strictObject({
    externalId: key,
    accountNumber: key,
    kind: oneOf(appointmentKinds),
    start: instant,
    end: instant,
    jobStatus: oneOf(jobStatuses),
    techFirstName: orNull(name),
    shortestArrivalMinutes: minutes,
    longestArrivalMinutes: minutes,
  })
  .refine((record) => Date.parse(record.end) > Date.parse(record.start), {
    path: ['end'],
    error: 'is not after start',
  });

/** The schema of each type of record, without its `type`. */
export const importRecords = { plan, customer, account, login, paymentMethod, invoice, payment, appointment };

export type ImportType = keyof typeof importRecords;
/** A record as it was read: nothing left out, nulls where the file is silent. */
export type ImportRecord<T extends ImportType> = z.output<(typeof importRecords)[T]>;
/** A line as a writer of files may put it. */
export type ImportLine = { [T in ImportType]: { type: T } & z.input<(typeof importRecords)[T]> }[ImportType];

/** The field that names a record of each type. */
export const importKeys = {
  plan: 'planId',
  customer: 'customerId',
  account: 'accountNumber',
  login: 'emailAddress',
  paymentMethod: 'externalId',
  invoice: 'invoiceNumber',
  payment: 'externalId',
  appointment: 'externalId',
} as const satisfies Record<ImportType, string>;

/** The field that names what a record belongs to: an account its customer, a bill its account. */
export const importOwners = {
  plan: null,
  customer: 'customerId',
  account: 'customerId',
  login: null,
  paymentMethod: 'accountNumber',
  invoice: 'accountNumber',
  payment: 'accountNumber',
  appointment: 'accountNumber',
} as const satisfies Record<ImportType, string | null>;
