import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { addDays } from '@myaccount/contract/calendar';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPool } from '../../platform/database/connect.ts';
import { buildEnrolled, paymentsOf, runAutopayJobs } from '../../testing/autopay.ts';
import { AutopayOracle } from '../../testing/autopay-oracle.ts';
import { itemsOf, nextInvoiceLine, paymentLine } from '../../testing/builders/import-lines.ts';
import { bankAccount, buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { listMails } from '../../testing/traces.ts';
import { importFile } from '../import/import.service.ts';
import { voidInvoice } from '../invoices/void-invoice.service.ts';
import { returnPayment } from '../reconciliation/returns.service.ts';

// Random histories of accounts with autopay: bills, corrections, payments by hand, returns, refunds, and voids in any order, on
// one day or on several. After every step autopay has charged, and told, exactly what an oracle says that knows each dollar.

let pool: pg.Pool;
const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '30000' }));
beforeAll(() => {
  pool = connectPool({ url: portal.portal.config.databaseUrl, maximumConnections: 4, worker: 'command' });
});
afterAll(() => pool.end());

const dollars = fc.integer({ min: 1, max: 9 });
const which = fc.nat(5);
/** Steps of one kind. */
const steps = <K extends string, T>(kind: K, values: { [N in keyof T]: fc.Arbitrary<T[N]> }) =>
  fc.record(values).map((drawn) => ({ ...drawn, kind }));
const bill = steps('bill', { dollars, due: fc.integer({ min: -3, max: 3 }) });
const payment = steps('payment', { dollars, isAll: fc.boolean(), isBank: fc.boolean() });
const step = fc.oneof(
  { weight: 5, arbitrary: steps('day', { days: fc.constantFrom(1, 1, 2, 4) }) },
  { weight: 3, arbitrary: bill },
  { weight: 2, arbitrary: steps('correction', { which, dollars }) },
  { weight: 4, arbitrary: payment },
  { weight: 1, arbitrary: steps('settlement', { which }) },
  { weight: 6, arbitrary: steps('back', { which, isInFile: fc.boolean() }) },
  { weight: 1, arbitrary: steps('void', { which }) },
);
/** There is something to pay, and a payment that can come back, from the start. */
const history = fc
  .tuple(bill, payment, fc.array(step, { minLength: 4, maxLength: 10 }))
  .map(([first, paid, others]) => [first, paid, ...others]);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** What a mail about a charge to come says. */
interface UpcomingCharge {
  readonly day: string;
  readonly amountCents: number;
  readonly hasLateDebt: boolean;
}

interface MadePayment {
  readonly id: string;
  /** How the oracle knows it. */
  readonly name: string;
  readonly dollars: number;
  readonly isBank: boolean;
  isOnItsWay: boolean;
}

let accounts = 0;

/** One account, and what the oracle says of it. */
class History {
  readonly #payer: Payer;
  readonly #oracle: AutopayOracle;
  readonly #bills: { readonly number: string; readonly line: ReturnType<typeof nextInvoiceLine> }[] = [];
  readonly #payments: MadePayment[] = [];
  readonly #known = new Set<string>();
  readonly #number = ++accounts;
  #billsMade = 0;
  done = 0;

  constructor(payer: Payer) {
    this.#payer = payer;
    this.#oracle = new AutopayOracle(this.#today);
  }

  get #today(): string {
    return portal.clock.now().toISOString().slice(0, 10);
  }

  async run(now: Step): Promise<void> {
    if (now.kind === 'day') await this.#day(now.days);
    if (now.kind === 'bill') await this.#bill(now);
    if (now.kind === 'correction') await this.#correction(now);
    if (now.kind === 'payment') await this.#payment(now);
    if (now.kind === 'settlement') await this.#settlement(now);
    if (now.kind === 'back') await this.#back(now);
    if (now.kind === 'void') await this.#void(now);
    await this.#runAutopay();
  }

  async #runAutopay(): Promise<void> {
    this.#oracle.today = this.#today;
    this.#oracle.run();
    await runAutopayJobs(portal);
    const automatic = (await paymentsOf(portal, this.#payer)).filter(({ isRecurring }) => isRecurring);
    for (const [index, { id, amountCents }] of automatic.entries())
      if (!this.#known.has(id)) {
        this.#known.add(id);
        const name = `autopay ${index + 1}`;
        this.#payments.push({ id, name, dollars: amountCents / 100, isBank: false, isOnItsWay: false });
      }
    const charges = automatic.map(({ day, amountCents }) => ({ day, dollars: amountCents / 100 }));
    expect(charges).toEqual(this.#oracle.charges);
    const mails = (await listMails(portal, this.#payer)).filter(
      ({ template }) => template === 'autopay-upcoming',
    );
    const told = mails
      .map(({ payload }) => payload as UpcomingCharge)
      .filter(({ hasLateDebt }) => hasLateDebt);
    expect(told.map(({ day, amountCents }) => ({ day, dollars: amountCents / 100 }))).toEqual(
      this.#oracle.mails,
    );
  }

  async #day(days: number): Promise<void> {
    for (let left = days; left > 0; left -= 1) {
      await portal.passTime(86_400_000);
      if (left > 1) await this.#runAutopay();
    }
    this.done += 1;
  }

  async #import(line: object): Promise<void> {
    const { clock, secrets } = portal.portal;
    const context = { pool, clock, secrets, timeZone: 'America/New_York' };
    const onRefusal = (refusal: unknown) => expect(refusal).toBeUndefined();
    const source = Readable.from([Buffer.from(JSON.stringify(line))]);
    await importFile(source, { isDryRun: false, onRefusal }, context);
    this.done += 1;
  }

  async #bill({ dollars: total, due }: StepOf<'bill'>): Promise<void> {
    this.#billsMade += 1;
    const number = `H${this.#number}-${this.#billsMade}`;
    const line = nextInvoiceLine({
      invoiceNumber: number,
      accountNumber: this.#payer.account.accountNumber,
      dueOn: addDays(this.#today, due),
      periodStart: addDays('2027-01-01', this.#billsMade),
      periodEnd: '2027-12-31',
      items: itemsOf(`${total}.00`),
    });
    await this.#import(line);
    this.#bills.push({ number, line });
    this.#oracle.bill(number, line.dueOn ?? '', total);
  }

  async #correction({ which: index, dollars: drawn }: StepOf<'correction'>): Promise<void> {
    const bill = this.#bills[index % this.#bills.length];
    if (!bill) return;
    const total = Math.max(drawn, this.#oracle.paidOf(bill.number));
    await this.#import({ ...bill.line, items: itemsOf(`${total}.00`) });
    this.#oracle.bill(bill.number, bill.line.dueOn ?? '', total);
  }

  async #payment({ dollars: drawn, isAll, isBank }: StepOf<'payment'>): Promise<void> {
    const amount = (isAll && this.#oracle.owed) || drawn;
    const accessToken = await portal.signIn(this.#payer.emailAddress);
    const payer = { ...this.#payer, accessToken };
    const { id: methodId } = isBank
      ? await buildMethod(portal.portal, payer.account, {
          token: `bank-6789-${randomUUID()}`,
          method: { ...bankAccount, is_default: false },
        })
      : { id: payer.methodId };
    const consents = isBank ? [{ kind: 'bank-debit', textVersion: '2', language: 'en' }] : undefined;
    const paid = await portal.pay({ ...payer, methodId }, { amount, consents }, randomUUID());
    expect(paid.json()).toMatchObject({ status: isBank ? 'PENDING' : 'COMPLETED' });
    const { id } = paid.json();
    this.#payments.push({ id, name: id, dollars: amount, isBank, isOnItsWay: isBank });
    this.#oracle.payment(id, amount, isBank ? 'on its way' : 'booked');
    this.done += 1;
  }

  async #settlement({ which: index }: StepOf<'settlement'>): Promise<void> {
    const pending = this.#payments.filter(({ isOnItsWay }) => isOnItsWay);
    const payment = pending[index % pending.length];
    if (!payment) return;
    await this.#report(payment, 'COMPLETED');
    payment.isOnItsWay = false;
    this.#oracle.settle(payment.name);
  }

  async #back({ which: index, isInFile }: StepOf<'back'>): Promise<void> {
    const payment = this.#payments[index % this.#payments.length];
    if (!payment) return;
    const { id, isBank } = payment;
    if (isInFile || !isBank) await this.#report(payment, isBank ? 'RETURNED' : 'REFUNDED');
    else {
      const returned = { paymentId: id, reason: 'insufficient-funds', text: 'R01', by: 'kim' } as const;
      expect(await returnPayment(portal.portal, returned)).toBeUndefined();
      this.done += 1;
    }
    this.#payments.splice(this.#payments.indexOf(payment), 1);
    this.#oracle.takeBack(payment.name);
  }

  /** Has the provider's file say what became of a payment that was made here. */
  async #report({ id, dollars: amount }: MadePayment, status: 'COMPLETED' | 'RETURNED' | 'REFUNDED') {
    const { accountNumber } = this.#payer.account;
    const known = { externalId: id, accountNumber, methodExternalId: null, appliedTo: [] };
    const method = { methodType: 'custom' as const, cardType: 'CHECK' as const };
    await this.#import(
      paymentLine({
        ...known,
        method,
        amount: `${amount}.00`,
        status,
        occurredOn: `${this.#today}T17:00:00Z`,
      }),
    );
  }

  async #void({ which: index }: StepOf<'void'>): Promise<void> {
    const [bill] = this.#bills.splice(index % Math.max(1, this.#bills.length), 1);
    if (!bill) return;
    const request = { invoiceNumber: bill.number, by: 'kim', reason: 'test' };
    expect(await voidInvoice(portal.portal, request)).not.toHaveProperty('refusal');
    this.#oracle.void(bill.number);
    this.done += 1;
  }
}

test('[AUTOPAY-4] in whatever order bills, corrections, payments, returns, refunds, and voids come, autopay charges what is due, late debt once after its mail, and nothing that came back before a due date', async () => {
  let done = 0;
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(history, async (all) => {
      const account = new History(await buildEnrolled(portal, { bills: [] }));
      for (const now of all) await account.run(now);
      expect(await portal.brokenChecks()).toEqual([]);
      done += account.done;
      steps += all.length;
    }),
    { numRuns: 15, endOnFailure: true },
  );
  // Most steps are possible: a test of refusals alone would prove nothing.
  expect(done).toBeGreaterThan(steps / 2);
}, 600_000);
