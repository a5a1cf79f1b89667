import type { Clock } from '@myaccount/clock';
import { postCallback } from '../callback.ts';
import { addDays, businessToday, daysBetween } from '../personas/calendar.ts';
import { dollarText } from '../personas/money.ts';
import { ledgerOf } from './gotransverse.reader.ts';
import { type Bill, type BillingStore, RefusalError, type Stored } from './gotransverse.store.ts';
import { billTypes } from './gotransverse-names.ts';
import { centsOf } from './ledger.rules.ts';
import { loadLines } from './lines.service.ts';
import { itemsWith, nextCycleDay, repeatedItems } from './next-bill.rules.ts';

/** What a person or a program gives with an act. */
export type ActFields = Readonly<Record<string, unknown>>;
type Account = Stored<'account'>;

interface BillingContext {
  readonly billing: BillingStore;
  readonly clock: Clock;
  readonly portalUrl: string;
  readonly credentials: { readonly GTV_HOOK_KEY: string };
}

const usualDaysToPay = 21;
const mailedCheck = { methodType: 'custom', cardType: 'CHECK', nickname: 'Check by mail' };
const portalPayment = { methodType: 'custom', cardType: 'OTHER', nickname: 'Portal' };

/** What the people of a billing department do. */
export class BillingService {
  readonly #context: BillingContext;
  readonly billing: BillingStore;

  constructor(context: BillingContext) {
    this.#context = context;
    this.billing = context.billing;
  }

  /** The acts by name. Each returns the number of what it made or changed. */
  readonly #acts: Readonly<Record<string, (account: Account, given: ActFields) => string>> = {
    'next-bill': (account) => this.#issueNextBill(account),
    check: (account, given) => this.#postPayment(account, given),
    credit: (account, { amount, reason, invoice }) =>
      this.#giveCredit(account, centsGiven(amount), textGiven(reason, 'reason'), invoice),
    'write-off': (account, { reason }) => {
      const { balanceCents } = ledgerOf(this.billing, account);
      if (balanceCents <= 0) throw new RefusalError('nothing is open');
      return this.#giveCredit(account, balanceCents, String(reason || 'Write-off'));
    },
    reissue: (account, given) => this.#reissue(account, given),
    price: (account, { amount }) =>
      this.billing.change(account, { monthlyPrice: dollarText(centsGiven(amount)) }),
    contact: (account, given) => this.#changeContact(account, given),
    'cancel-payment': (account, { payment }) => this.#endPayment(account, payment, 'RETURNED'),
    'refund-payment': (account, { payment }) => this.#endPayment(account, payment, 'REFUNDED'),
    'auto-payment': (account, { on }) => this.billing.change(account, { autoPayment: String(on) === 'true' }),
    deactivate: (account) => this.billing.change(account, { accountStatus: 'INACTIVE' }),
    remove: ({ id, key }) => {
      this.billing.records.delete({ account: id });
      this.billing.records.delete({ id });
      return key;
    },
  };

  /** Does an act, keeps what pays what, and tells the portal. Throws an RefusalError. */
  act(number: string, name: string, given: ActFields): object {
    const act = Object.hasOwn(this.#acts, name) ? this.#acts[name] : undefined;
    if (name !== 'add' && !act)
      throw new RefusalError(`act must be add, ${Object.keys(this.#acts).join(', ')}`);
    const result = act
      ? this.billing.inTransaction(() => {
          const account = this.billing.find('account', number);
          if (!account) throw new RefusalError('no such account');
          return { number: act(account, given), balance: this.#keepAllocations(number) / 100 };
        })
      : loadLines(this.billing, textGiven(given.lines, 'lines'));
    if (String(given.notify) !== 'false') this.#tell(number);
    return result;
  }

  /** After the response, as a real service does. */
  #tell(number: string): void {
    const { portalUrl, credentials } = this.#context;
    const headers = { 'content-type': 'application/json', 'x-billing-key': credentials.GTV_HOOK_KEY };
    const body = JSON.stringify({ account_num: number });
    setImmediate(() => void postCallback(`${portalUrl}/hooks/billing`, headers, body));
  }

  #today(): string {
    return businessToday(this.#context.clock.now());
  }

  /** Returns the next number after one, of a bill or a payment, that nothing has. */
  #nextFree(like: string): string {
    const [, head = '', digits = '1'] = /^(.*?)(\d*)$/.exec(like) ?? [];
    for (let number = Number(digits); ; number += 1) {
      const key = `${head}${String(number).padStart(digits.length, '0')}`;
      if (!this.billing.findBill(key) && !this.billing.find('payment', key)) return key;
    }
  }

  #changeContact(account: Account, { email, phone, bill_type }: ActFields): string {
    const billType = String(bill_type || account.body.billType);
    if (!billTypes.includes(billType))
      throw new RefusalError(`bill_type must be one of ${billTypes.join(', ')}`);
    const customer = this.billing.find('customer', account.body.customerId) as Stored<'customer'>;
    if (email) this.billing.change(customer, { emailAddress: String(email) });
    if (phone)
      this.billing.change(this.billing.find('customer', customer.key) ?? customer, {
        phoneNumber: String(phone),
      });
    return this.billing.change(account, { billType });
  }

  #saveBill(account: Account, bill: Bill): string {
    const kind = bill.kind === 'credit' || bill.kind === 'debit' ? 'adjustment' : 'invoice';
    this.billing.save(kind, bill.invoiceNumber, bill, account.id);
    return bill.invoiceNumber;
  }

  #issueNextBill(account: Account): string {
    const plan = this.billing.find('plan', account.body.planId)?.body ?? { name: '', monthlyPrice: '0.00' };
    const price = account.body.monthlyPrice ?? plan.monthlyPrice;
    const bills = this.billing.listOf('invoice', account.id).map(({ body }) => body);
    const live = bills.filter(({ kind, reversedOn }) => kind !== 'manual' && !reversedOn);
    const last = live.sort((a, b) => String(a.periodEnd).localeCompare(String(b.periodEnd))).at(-1);
    const issuedOn = this.#today();
    const periodStart = last?.periodEnd ? addDays(last.periodEnd, 1) : issuedOn;
    const description = plan.name;
    return this.#saveBill(account, {
      accountNumber: account.key,
      invoiceNumber: this.#nextFree(last?.invoiceNumber ?? `${account.key}-001`),
      kind: 'cycle',
      issuedOn,
      dueOn: addDays(issuedOn, last?.dueOn ? daysBetween(last.issuedOn, last.dueOn) : usualDaysToPay),
      periodStart,
      periodEnd: addDays(nextCycleDay(periodStart, account.body.cycleDay), -1),
      previousBalance: dollarText(ledgerOf(this.billing, account).balanceCents),
      items: last
        ? repeatedItems(last, description, price)
        : [{ description, charges: [{ type: 'recurring', description, amount: price }] }],
    });
  }

  #postPayment(account: Account, { amount, reference, occurredOn }: ActFields): string {
    const at = String(occurredOn || this.#context.clock.now().toISOString());
    if (Number.isNaN(Date.parse(at))) throw new RefusalError('occurredOn must be a day or a time');
    const externalId = this.#nextFree(`PAY-${account.key}-001`);
    const payment = {
      externalId,
      accountNumber: account.key,
      occurredOn: at,
      amount: dollarText(centsGiven(amount)),
      status: 'COMPLETED' as const,
      method: reference ? portalPayment : mailedCheck,
      reference: reference ? String(reference) : null,
    };
    this.billing.save('payment', externalId, payment, account.id);
    return externalId;
  }

  #giveCredit(account: Account, cents: number, description: string, invoice?: unknown): string {
    return this.#saveBill(account, {
      accountNumber: account.key,
      invoiceNumber: this.#nextFree(`${account.key}-001`),
      kind: 'credit',
      reason: description,
      forInvoice: invoice ? this.#billOf(account, invoice).invoiceNumber : null,
      issuedOn: this.#today(),
      items: [{ description, charges: [{ type: 'discount', description, amount: dollarText(-cents) }] }],
    });
  }

  #billOf({ id }: Account, number: unknown): Bill {
    const bill = this.billing.findBill(String(number));
    if (bill?.account !== id || bill.body.reversedOn)
      throw new RefusalError('no such bill, or it is reversed');
    return bill.body;
  }

  #reissue(account: Account, { invoice, amount }: ActFields): string {
    const bill = this.#billOf(account, invoice);
    const today = this.#today();
    const replacedBy = this.#nextFree(bill.invoiceNumber);
    this.#saveBill(account, { ...bill, reversedOn: today, replacedBy });
    const { balanceCents } = ledgerOf(this.billing, account);
    return this.#saveBill(account, {
      ...bill,
      invoiceNumber: replacedBy,
      issuedOn: today,
      dueOn: bill.dueOn ? addDays(today, daysBetween(bill.issuedOn, bill.dueOn)) : null,
      previousBalance: bill.previousBalance ? dollarText(balanceCents) : null,
      items: amount ? itemsWith(bill, centsGiven(amount)) : bill.items,
    });
  }

  #endPayment({ id }: Account, key: unknown, status: 'RETURNED' | 'REFUNDED'): string {
    const payment = this.billing.find('payment', String(key));
    if (payment?.account !== id || payment.body.status !== 'COMPLETED')
      throw new RefusalError('no such payment, or it is not applied');
    return this.billing.change(payment, { status });
  }

  /** Lists what each applied payment pays now. Returns the balance in cents. */
  #keepAllocations(number: string): number {
    const account = this.billing.find('account', number);
    if (!account) return 0;
    const ledger = ledgerOf(this.billing, account);
    for (const payment of this.billing.listOf('payment', account.id)) {
      const paid = ledger.paidBy(payment.key);
      const appliedTo = paid.map(([invoiceNumber, cents]) => ({ invoiceNumber, amount: dollarText(cents) }));
      if (payment.body.status === 'COMPLETED') this.billing.change(payment, { appliedTo });
    }
    return ledger.balanceCents;
  }
}

function centsGiven(amount: unknown): number {
  const text = String(amount ?? '');
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(text) || centsOf(text) === 0)
    throw new RefusalError('amount must be dollars above 0, such as 12.34');
  return centsOf(text);
}

function textGiven(value: unknown, field: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new RefusalError(`${field} is missing`);
}
