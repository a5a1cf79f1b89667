import { z } from 'zod';
import {
  day,
  filledName,
  key,
  maximumEntries,
  money,
  name,
  oneOf,
  orDefault,
  orNull,
} from './import-fields.ts';
import { chargeTypes, invoiceKinds } from './invoices.ts';
import { centsOf, sumCents } from './money.ts';

const fields = z.strictObject({
  invoiceNumber: key,
  accountNumber: key,
  kind: orDefault(oneOf(invoiceKinds), 'cycle'),
  reason: orNull(filledName),
  forInvoice: orNull(key),
  issuedOn: day,
  dueOn: orNull(day),
  periodStart: orNull(day),
  periodEnd: orNull(day),
  previousBalance: orNull(money),
  items: z
    .array(
      z.strictObject({
        description: name,
        charges: z
          .array(z.strictObject({ type: oneOf(chargeTypes), description: name, amount: money }))
          .max(maximumEntries),
      }),
    )
    .max(maximumEntries),
  status: oneOf(['OPEN', 'CLOSED']),
  paidOn: orNull(day),
  reversedOn: orNull(day),
  replacedBy: orNull(key),
});

type Record = z.output<typeof fields>;
type Field = keyof Record & string;

/** The fields of a bill, a credit, and a debit that others have not. All are needed but `forInvoice`. */
const ofBill: readonly Field[] = ['dueOn', 'periodStart', 'periodEnd', 'previousBalance'];
const ofCredit: readonly Field[] = ['reason', 'forInvoice'];
const ownFields = { cycle: ofBill, manual: ofBill, credit: ofCredit, debit: [...ofCredit, 'dueOn'] } as const;

const partFields = [...ofBill, ...ofCredit];

const isBefore = (one: string | null, other: string | null) => one !== null && other !== null && one < other;
const amountOf = ({ items }: Record) =>
  sumCents(
    items.flatMap(({ charges }) => charges.map(({ amount }) => ({ amountCents: centsOf(Number(amount)) }))),
  );

/** What is wrong between the fields of an invoice that are each right. */
const rules: readonly (readonly [field: Field, reason: string, isBroken: (record: Record) => boolean])[] = [
  ['dueOn', 'is before issuedOn', ({ dueOn, issuedOn }) => isBefore(dueOn, issuedOn)],
  ['periodEnd', 'is before periodStart', ({ periodEnd, periodStart }) => isBefore(periodEnd, periodStart)],
  [
    'paidOn',
    'is given for a bill that is OPEN',
    ({ status, paidOn }) => status === 'OPEN' && paidOn !== null,
  ],
  [
    'kind',
    'is credit, but the charges are not below 0.00',
    (bill) => bill.kind === 'credit' && amountOf(bill) >= 0,
  ],
  [
    'kind',
    'is debit, but the charges are not above 0.00',
    (bill) => bill.kind === 'debit' && amountOf(bill) <= 0,
  ],
  ['reversedOn', 'is before issuedOn', ({ reversedOn, issuedOn }) => isBefore(reversedOn, issuedOn)],
  [
    'replacedBy',
    'is given without reversedOn',
    (bill) => bill.replacedBy !== null && bill.reversedOn === null,
  ],
];

/** A bill of the cycle or a manual one, a credit, or a debit adjustment. */
export const invoice = fields.superRefine((record, context) => {
  const refuse = (field: Field, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const own: readonly Field[] = ownFields[record.kind];
  for (const field of partFields) {
    if (record[field] !== null && !own.includes(field)) refuse(field, `has no sense for kind ${record.kind}`);
    else if (record[field] === null && own.includes(field) && field !== 'forInvoice')
      refuse(field, 'is missing');
  }
  for (const [field, reason, isBroken] of rules) if (isBroken(record)) refuse(field, reason);
});
