/** The lines of an import file, as far as they carry figures. Nothing here comes from the portal. */
export interface ChargeLine {
  readonly type: string;
  readonly description: string;
  readonly amount: string;
}

export interface InvoiceLine {
  readonly type: 'invoice';
  readonly invoiceNumber: string;
  readonly accountNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly previousBalance: string;
  readonly items: readonly { readonly description: string; readonly charges: readonly ChargeLine[] }[];
  readonly status: string;
  readonly paidOn?: string | null;
}

export interface PaymentLine {
  readonly type: 'payment';
  readonly externalId: string;
  readonly accountNumber: string;
  readonly occurredOn: string;
  readonly amount: string;
  readonly status: string;
  readonly recurring?: boolean;
  readonly methodExternalId?: string | undefined;
  readonly appliedTo: readonly { readonly invoiceNumber: string; readonly amount: string }[];
}

export interface MethodLine {
  readonly type: 'paymentMethod';
  readonly externalId: string;
  readonly accountNumber: string;
  readonly expirationDate?: string | null;
}

export interface AccountLine {
  readonly type: 'account';
  readonly accountNumber: string;
  readonly customerId: string;
  readonly billType: string;
  readonly cycleDay: number;
  readonly planId: string;
  readonly autopay?: { readonly methodExternalId?: string | undefined; readonly since: string } | undefined;
}

interface CustomerLine {
  readonly type: 'customer';
  readonly customerId: string;
  readonly language: string;
}

interface LoginLine {
  readonly type: 'login';
  readonly emailAddress: string;
  readonly accounts: readonly { readonly accountNumber: string }[];
}

interface PlanLine {
  readonly type: 'plan';
  readonly planId: string;
  readonly monthlyPrice: string;
}

export type FileLine =
  | AccountLine
  | CustomerLine
  | InvoiceLine
  | LoginLine
  | MethodLine
  | PaymentLine
  | PlanLine
  | { readonly type: 'appointment'; readonly accountNumber: string };

/** What a file says of one account. */
export interface AccountLines {
  readonly account: AccountLine;
  readonly language: string;
  readonly emailAddress: string;
  readonly planPrice: string;
  /** In order of issue. */
  readonly invoices: readonly InvoiceLine[];
  readonly payments: readonly PaymentLine[];
  readonly methods: readonly MethodLine[];
}

/** Returns the lines of each account of a file. */
export function linesByAccount(lines: readonly FileLine[]): AccountLines[] {
  const all = <T extends FileLine['type']>(type: T) =>
    lines.filter((line): line is Extract<FileLine, { type: T }> => line.type === type);
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

/** Integer cents of `"84.99"`. */
export function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** A day some days later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The sum of numbers. */
export function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
