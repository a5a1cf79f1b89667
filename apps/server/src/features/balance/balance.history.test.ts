import { addDays } from '@myaccount/contract/calendar';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { connectDatabase } from '../../platform/database/pipeline/pipeline.ts';
import type { Portal } from '../../platform/portal.ts';
import {
  accountLine,
  customerLine,
  invoiceLine,
  paymentLine,
  planLine,
} from '../../testing/builders/import-lines.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';
import { voidInvoice } from '../invoices/void-invoice.service.ts';
import { bookPayment, bookReturn } from '../ledger/ledger.service.ts';
import { applyFreeCredit, releasePayment } from './balance.service.ts';

// Random histories of one account: imports, payments, returns, voids, and corrections in any order. After every step all
// checks of the ledger hold, among them that open items less free credit are the balance, and that the two never exist at once.

let db: Database;
const desk = forFile(() => startTestImport());
beforeAll(async () => {
  db = connectDatabase(desk.pool);
  await desk.importLines([planLine()]);
});

const cents = (minimum: number, maximum: number) => fc.integer({ min: minimum, max: maximum });
/** Steps of one kind, so many times as likely as others. */
const steps = <K extends string, T>(
  weight: number,
  kind: K,
  values: { [N in keyof T]: fc.Arbitrary<T[N]> },
) => ({
  weight,
  arbitrary: fc.record(values).map((drawn) => ({ ...drawn, kind })),
});
const step = fc.oneof(
  steps(4, 'bill', { amount: cents(-4_000, 12_000), due: fc.nat(30) }),
  steps(3, 'file payment', { amount: cents(1, 20_000), bill: fc.option(fc.nat(5)) }),
  steps(3, 'payment', { amount: cents(1, 20_000) }),
  steps(2, 'return', { payment: fc.nat(5) }),
  steps(2, 'file return', { payment: fc.nat(5) }),
  steps(2, 'correction', { bill: fc.nat(5), amount: cents(1, 12_000) }),
  steps(1, 'void', { bill: fc.nat(5) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const dollars = (amount: number) => (amount / 100).toFixed(2);
let accounts = 0;

/** One account and the lines that its provider has sent. */
class History {
  readonly number = `H${++accounts}`;
  readonly bills: ReturnType<typeof invoiceLine>[] = [];
  readonly filePayments: ReturnType<typeof paymentLine>[] = [];
  readonly payments: string[] = [];
  today = '2026-01-05';
  accepted = 0;

  async open(): Promise<void> {
    const customerId = `C${this.number}`;
    const account = accountLine({ accountNumber: this.number, customerId, autopay: null, discounts: [] });
    await this.import([customerLine({ customerId }), account]);
  }

  async import(lines: readonly object[]): Promise<boolean> {
    const { refusals } = await desk.importLines(lines);
    if (refusals.length === 0) this.accepted += 1;
    return refusals.length === 0;
  }

  async account(): Promise<{ id: string; balance: number }> {
    const [row] = await desk.rows<{ id: string; balance: number }>(
      'select id, balance_cents as balance from account where account_number = $1',
      [this.number],
    );
    if (!row) throw new Error(`${this.number} was not imported`);
    return row;
  }

  async run(now: Step, opening: number): Promise<void> {
    this.today = addDays(this.today, 3);
    desk.clock.set(`${this.today}T17:00:00Z`);
    if (now.kind === 'bill') await this.bill(now.amount, now.due, opening);
    if (now.kind === 'file payment') await this.filePayment(now.amount, now.bill);
    if (now.kind === 'payment') await this.payment(now.amount);
    if (now.kind === 'return') await this.return(this.payments[now.payment]);
    if (now.kind === 'file return') await this.resend(this.filePayments, now.payment, { status: 'RETURNED' });
    if (now.kind === 'correction') await this.resend(this.bills, now.bill, { items: itemsOf(now.amount) });
    if (now.kind === 'void') await this.void(this.bills[now.bill]?.invoiceNumber);
  }

  async bill(amount: number, due: number, opening: number): Promise<void> {
    const { balance } = await this.account();
    const line = invoiceLine({
      invoiceNumber: `${this.number}-${this.bills.length + 1}`,
      accountNumber: this.number,
      issuedOn: this.today,
      dueOn: addDays(this.today, due),
      periodStart: this.today,
      periodEnd: addDays(this.today, 2),
      previousBalance: dollars(this.bills.length === 0 ? opening : balance),
      items: itemsOf(amount),
      status: amount > 0 ? 'OPEN' : 'CLOSED',
      paidOn: null,
    });
    if (await this.import([line])) this.bills.push(line);
  }

  async filePayment(amount: number, bill: number | null): Promise<void> {
    const stated = bill === null ? undefined : this.bills[bill]?.invoiceNumber;
    const line = paymentLine({
      externalId: `${this.number}-P${this.filePayments.length + 1}`,
      accountNumber: this.number,
      occurredOn: this.today,
      amount: dollars(amount),
      recurring: false,
      methodExternalId: null,
      method: { methodType: 'custom', cardType: 'CHECK', nickname: null, lastFour: null },
      appliedTo: stated ? [{ invoiceNumber: stated, amount: dollars(Math.ceil(amount / 2)) }] : [],
    });
    if (await this.import([line])) this.filePayments.push(line);
  }

  /** Sends a record again with changes; what the import refuses stays as it was. */
  async resend<T extends object>(lines: T[], index: number, changes: Partial<T>): Promise<void> {
    const line = lines[index];
    if (line && (await this.import([{ ...line, ...changes }]))) lines[index] = { ...line, ...changes };
  }

  async payment(amountCents: number): Promise<void> {
    const { id: accountId } = await this.account();
    const at = desk.clock.now();
    await db.transaction().execute(async (trx) => {
      const made = { amount_cents: amountCents, occurred_at: at, occurred_on: this.today };
      const { id } = await buildPayment(trx, { id: accountId }, made);
      const audited = { accountId, at, actor: 'system', action: 'payments.made' } as const;
      await recordAudit(trx, { ...audited, detail: { paymentId: id } });
      await bookPayment(trx, { accountId, id, amountCents }, { occurredOn: this.today, at });
      await applyFreeCredit(trx, accountId, at);
      this.payments.push(id);
    });
    this.accepted += 1;
  }

  async return(id: string | undefined): Promise<void> {
    if (!id) return;
    this.payments.splice(this.payments.indexOf(id), 1);
    const { id: accountId } = await this.account();
    const at = desk.clock.now();
    await db.transaction().execute(async (trx) => {
      const { amount_cents: amountCents } = await trx
        .updateTable('payment')
        .set({ state: 'RETURNED' })
        .where('id', '=', id)
        .returning('amount_cents')
        .executeTakeFirstOrThrow();
      await bookReturn(trx, { accountId, id, amountCents }, { occurredOn: this.today, at });
      await releasePayment(trx, { accountId, id }, { today: this.today, at });
    });
    this.accepted += 1;
  }

  async void(invoiceNumber: string | undefined): Promise<void> {
    if (!invoiceNumber) return;
    const config = { timeZone: 'America/New_York' };
    const portal = { db, clock: desk.clock, config } as unknown as Portal;
    const request = { invoiceNumber, by: 'test', reason: 'test' };
    if ('toCreditCents' in (await voidInvoice(portal, request))) this.accepted += 1;
  }
}

function itemsOf(amount: number) {
  const type = amount < 0 ? ('discount' as const) : ('recurring' as const);
  return [{ description: 'Fiber', charges: [{ type, description: 'Fiber', amount: dollars(amount) }] }];
}

test('[BALANCE-1] whatever happens to an account, every cent of its balance is open or free, never both', async () => {
  let accepted = 0;
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(
      cents(-6_000, 6_000),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      async (opening, all) => {
        const history = new History();
        await history.open();
        for (const now of all) {
          await history.run(now, opening);
          expect(await desk.failedChecks(), JSON.stringify(now)).toEqual([]);
        }
        accepted += history.accepted;
        steps += all.length;
      },
    ),
    { numRuns: 12 },
  );
  // Most steps are possible: a test of refusals alone would prove nothing.
  expect(accepted).toBeGreaterThan(steps / 2);
}, 180_000);
