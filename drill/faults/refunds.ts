import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import type { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { askOperator, type OperatorAnswer } from '../../environment/operator.ts';
import type { Customer, Site } from './site.ts';

const tryForMs = 150_000;
const tryEveryMs = 1_500;
/** More than half of a payment: given back twice, it would be more than was taken. */
export const partCents = 5_000;
/** An operator's program is killed within this time after its start. */
const operatorMs = 4_000;

/** What operators are to give back of a customer's only payment. */
export interface RefundOrder {
  readonly customer: Customer;
  /** Undefined for all of it. Otherwise more than half: then it cannot be given back twice. */
  readonly amountCents?: number;
  /** Lets its charge settle before, as a night would. At TranSafe one that has not can only be voided, wholly. */
  readonly isSettled?: boolean;
}

/** All of it before and after it settled, and a part: what can be given back at once. */
export const refundKinds: readonly Omit<RefundOrder, 'customer'>[] = [
  {},
  { isSettled: true },
  { isSettled: true, amountCents: partCents },
];

/** A customer's payment. */
interface GivenPayment {
  readonly id: string;
  readonly transaction: string;
  readonly amountCents: number;
}

/** Lets customers pay with cards of each processor what is given back later. */
export async function payForRefunds(
  site: Site,
  kinds: readonly Omit<RefundOrder, 'customer'>[],
  payOne: (customer: Customer) => Promise<unknown>,
): Promise<RefundOrder[]> {
  const orders: RefundOrder[] = [];
  for (const kind of kinds)
    for (const processor of processorNames) {
      const customer = await site.buildCustomer({ processor });
      await payOne(customer);
      orders.push({ customer, ...kind });
    }
  return orders;
}

/** Lets two operators give back at once. The program of one is killed. */
export async function refundByTwo(site: Site, order: RefundOrder, random: SeededRandom): Promise<void> {
  await Promise.all([
    refundUntilDone(site, order, AbortSignal.timeout(random.below(operatorMs))),
    refundUntilDone(site, order),
  ]);
}

/** Runs `ops refund` once. */
export async function refundOnce(
  site: Site,
  { customer, amountCents, isSettled = false }: RefundOrder,
  killed?: AbortSignal,
): Promise<OperatorAnswer> {
  const { id, transaction } = await paymentOf(site, customer);
  if (isSettled) await site.sandbox.settle(transaction);
  const amount = amountCents === undefined ? [] : ['--amount', (amountCents / 100).toFixed(2)];
  const why = ['--reason', 'A day without service', '--by', 'drill', '--reopen', '--yes'];
  return await askOperator(['refund', id, ...amount, ...why], site.settingsFor(0), killed ? { killed } : {});
}

/** Tries again and again, like an operator who reads what each try says, until the money was given back. */
export async function refundUntilDone(site: Site, order: RefundOrder, killed?: AbortSignal): Promise<void> {
  const endsAt = performance.now() + tryForMs;
  while (performance.now() < endsAt) {
    const { code, err } = await refundOnce(site, order, killed?.aborted ? undefined : killed).catch(
      // The drill's own access to the database is away.
      (error: Error) => ({ code: null, err: error.message }),
    );
    if (code === 0 || /is REFUNDED|is left: /.test(err)) return;
    await sleep(tryEveryMs);
  }
}

/** Returns a sentence for each order of which the processor did not give back exactly what was ordered. */
export async function findWrongRefunds(site: Site, orders: readonly RefundOrder[]): Promise<string[]> {
  const [charges, refunds] = [await site.charges(), await site.refunds()];
  const failures: string[] = [];
  for (const { customer, amountCents } of orders) {
    const payment = await paymentOf(site, customer);
    const isVoided = charges.some(({ id, state }) => id === payment.transaction && state === 'voided');
    const back = [
      ...refunds.filter(({ refundOf }) => refundOf === payment.transaction),
      ...(isVoided ? [payment] : []),
    ].map((one) => one.amountCents);
    const expected = amountCents ?? payment.amountCents;
    if (back.length !== 1 || back[0] !== expected)
      failures.push(
        `account ${customer.accountNumber} got back ${back.join(' and ')}, not ${expected} cents`,
      );
  }
  return failures;
}

/** Returns the customer's only payment that was charged. */
async function paymentOf({ portal }: Site, { accountId, accountNumber }: Customer): Promise<GivenPayment> {
  const payments = await portal.db
    .selectFrom('payment')
    .select(['id', 'processor_transaction as transaction', 'amount_cents as amountCents'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['COMPLETED', 'REFUNDED'])
    .execute();
  const [payment] = payments;
  if (payments.length !== 1 || !payment || payment.transaction === null)
    throw new Error(`Account ${accountNumber} has ${payments.length} payments`);
  return { ...payment, transaction: payment.transaction };
}
