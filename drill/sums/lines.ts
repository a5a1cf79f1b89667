import type { ImportLine } from '../../apps/sandbox/src/personas/import-lines.ts';

/** A line of an import file, as it is generated. Nothing here comes from the portal. */
type LineOf<Type extends ImportLine['type']> = Extract<ImportLine, { type: Type }>;
export type InvoiceLine = LineOf<'invoice'>;
/** A payment; of one that was made in the portal, also what was given back of it. */
export type PaymentLine = LineOf<'payment'> & { readonly refunded?: string };

/** What a file says of one account. */
export interface AccountLines {
  readonly account: LineOf<'account'>;
  readonly language: string;
  readonly emailAddress: string;
  readonly planPrice: string;
  /** In order of issue. */
  readonly invoices: readonly InvoiceLine[];
  readonly payments: readonly PaymentLine[];
  readonly methods: readonly LineOf<'paymentMethod'>[];
}

/** Returns the lines of each account of a file. */
export function linesByAccount(lines: readonly ImportLine[]): AccountLines[] {
  const all = <Type extends ImportLine['type']>(type: Type) =>
    lines.filter((line): line is LineOf<Type> => line.type === type);
  const [customers, plans, logins] = [all('customer'), all('plan'), all('login')];
  const [invoices, payments, methods] = [all('invoice'), all('payment'), all('paymentMethod')];
  return all('account').map((account) => {
    const isOwn = (line: { accountNumber: string }) => line.accountNumber === account.accountNumber;
    return {
      account,
      language: customers.find(({ customerId }) => customerId === account.customerId)?.language ?? 'en',
      emailAddress: logins.find(({ accounts }) => accounts.some(isOwn))?.emailAddress ?? '',
      planPrice: plans.find(({ planId }) => planId === account.planId)?.monthlyPrice ?? '',
      invoices: invoices.filter(isOwn).toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1)),
      payments: payments.filter(isOwn),
      methods: methods.filter(isOwn),
    };
  });
}

/** What a line of the file is: a cycle's bill unless it says so. */
export function kindOf(line: InvoiceLine): 'cycle' | 'manual' | 'credit' | 'debit' {
  return line.kind ?? 'cycle';
}

/** Whether a line is a bill, and no credit or debit adjustment. */
export function isBill(line: InvoiceLine): boolean {
  return kindOf(line) === 'cycle' || kindOf(line) === 'manual';
}

/** The day on which it is due; of a credit, that of its issue. */
export function dueOn(line: InvoiceLine): string {
  return line.dueOn ?? line.issuedOn;
}

/** Integer cents of `"84.99"`; 0 of what an adjustment has not. */
export function cents(amount: string | null | undefined): number {
  return Math.round(Number(amount ?? 0) * 100);
}

/** A day some days later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The sum of numbers. */
export function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
