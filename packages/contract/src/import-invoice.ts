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
import { chargeTypes, invoiceKinds, isAdjustment } from './invoices.ts';
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

/** Fields that only bills have, and fields that only adjustments have. */
const onlyOfBills = ['dueOn', 'periodStart', 'periodEnd', 'previousBalance'] as const satisfies Field[];
const onlyOfAdjustments = ['reason', 'forInvoice'] as const satisfies Field[];

const isBefore = (one: string | null, other: string | null) => one !== null && other !== null && one < other;
const amountOf = ({ items }: Record) =>
  sumCents(
    items.flatMap(({ charges }) => charges.map(({ amount }) => ({ amountCents: centsOf(Number(amount)) }))),
  );

/** Returns the fields that a kind needs and those that have no sense for it. Only a debit is an adjustment with a due date. */
function fieldsOf(kind: Record['kind']): {
  readonly needed: readonly Field[];
  readonly senseless: readonly Field[];
} {
  if (!isAdjustment(kind)) return { needed: onlyOfBills, senseless: onlyOfAdjustments };
  const dueOn = ['dueOn'] as const;
  const senseless = onlyOfBills.filter((field) => kind === 'credit' || field !== 'dueOn');
  return { needed: kind === 'debit' ? ['reason', ...dueOn] : ['reason'], senseless };
}

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
  const { needed, senseless } = fieldsOf(record.kind);
  const broken = [
    ...needed.filter((field) => record[field] === null).map((field) => [field, 'is missing'] as const),
    ...senseless
      .filter((field) => record[field] !== null)
      .map((field) => [field, `has no sense for kind ${record.kind}`] as const),
    ...rules.filter(([, , isBroken]) => isBroken(record)),
  ];
  for (const [field, message] of broken) context.addIssue({ code: 'custom', path: [field], message });
});
