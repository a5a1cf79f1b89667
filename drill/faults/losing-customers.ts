import { type ProcessorName, processorNames } from '@myaccount/contract/processors';
import type { OperatorAnswer } from '../../environment/operator.ts';
import { type Arrangement, arrangePayment, type DueCustomer, revokePayment } from './due-customers.ts';
import { pay } from './pay.ts';
import { partCents, type RefundOrder, refundOnce } from './refunds.ts';
import type { Customer, Site } from './site.ts';

const mostPresses = 3;

/** What a customer does after the backup, so that a restore forgets it. */
type Doing =
  /** Nothing: what was arranged is charged. */
  | 'waits'
  | 'presses'
  /** Pays twice the bill: the processor that repeats it names no amount. */
  | 'presses for two bills'
  /** Presses while the processor is down. */
  | 'presses unsent'
  /** Presses while the processor is down, and again: the charge has the second number. */
  | 'presses again'
  | 'revokes'
  /** Has paid long before, and an operator gives it back. */
  | 'is refunded'
  | 'is refunded in part';

/** A customer with one bill, of whose payment the database loses something. */
export interface LosingCustomer extends Customer {
  readonly processor: ProcessorName;
  readonly arranged: Arrangement | undefined;
  readonly doing: Doing;
  /** Keyword of the card's outcome at the sandbox; undefined for an ordinary one. */
  readonly outcome: string | undefined;
}

type Kind = readonly [Arrangement | undefined, Doing, outcome?: string];

/** A success follows each failure: after some in a row the portal calls a processor away. */
const kinds: readonly Kind[] = [
  ['by autopay', 'waits'],
  ['by autopay', 'waits'],
  ['by autopay', 'waits', 'lost'],
  ['by autopay', 'waits', 'declined'],
  ['as planned', 'waits'],
  ['as planned', 'waits'],
  ['as planned', 'waits', 'lost'],
  ['as planned', 'waits', 'declined'],
  ['by autopay', 'presses'],
  ['by autopay', 'presses', 'lost'],
  ['by autopay', 'presses', 'declined'],
  ['by autopay', 'presses for two bills'],
  ['as planned', 'presses'],
  ['as planned', 'presses for two bills'],
  [undefined, 'presses unsent'],
  [undefined, 'presses'],
  [undefined, 'presses', 'lost'],
  [undefined, 'presses for two bills'],
  [undefined, 'is refunded'],
  [undefined, 'is refunded in part'],
];
/** Where nobody notices the loss, a lost charge that is not of the next number is not looked for (docs/decisions/13-after-a-restore.md). */
const noticedKinds: readonly Kind[] = [
  ['by autopay', 'presses again'],
  ['as planned', 'presses again'],
];
/** What was revoked is told again after a restore. */
const restoredKinds: readonly Kind[] = [
  ['by autopay', 'revokes'],
  ['as planned', 'revokes'],
];

/** Builds customers of every kind at both processors, as a loss allows. */
export async function buildLosingCustomers(
  site: Site,
  url: string,
  loss: { readonly isNoticed: boolean; readonly isRestore: boolean },
): Promise<LosingCustomer[]> {
  const chosen = [
    ...(loss.isNoticed ? noticedKinds : []),
    ...kinds,
    ...(loss.isRestore ? restoredKinds : []),
  ];
  const customers: LosingCustomer[] = [];
  for (const processor of processorNames)
    for (const [arranged, doing, outcome] of chosen) {
      const customer = await site.buildCustomer({ processor, ...(outcome ? { outcome } : {}) });
      const losing = { ...customer, processor, arranged, doing, outcome };
      if (arranged) await arrangePayment(site, url, { ...customer, pays: arranged });
      if (refundOf(losing)) await press(url, losing, 1);
      customers.push(losing);
    }
  return customers;
}

/** Returns those for whom something is arranged. */
export function arrangedOf(customers: readonly LosingCustomer[]): DueCustomer[] {
  return customers.flatMap(({ arranged, ...customer }) =>
    arranged ? [{ ...customer, pays: arranged }] : [],
  );
}

/** Lets customers do what the restore forgets. */
export async function actAfterBackup(
  site: Site,
  url: string,
  customers: readonly LosingCustomer[],
): Promise<void> {
  for (const customer of customers) {
    const { arranged, doing } = customer;
    if (doing === 'revokes' && arranged) await revokePayment(site, url, { ...customer, pays: arranged });
    if (doing === 'presses unsent' || doing === 'presses again') await pressUnsent(site, url, customer);
    if (doing === 'presses' || doing === 'presses again') await press(url, customer, 1);
    if (doing === 'presses for two bills') await press(url, customer, 2);
  }
  for (const { code, err } of await refund(site, customers))
    if (code !== 0) throw new Error(`A refund is not made: ${err}`);
}

/** Returns what an operator gives back after the backup. */
export function refundOf(customer: LosingCustomer): RefundOrder | undefined {
  if (customer.doing === 'is refunded') return { customer };
  if (customer.doing === 'is refunded in part') return { customer, isSettled: true, amountCents: partCents };
  return undefined;
}

/** Lets operators give back what is ordered: after a restore again, because it does not look so. */
export async function refund(site: Site, customers: readonly LosingCustomer[]): Promise<OperatorAnswer[]> {
  const orders = customers.flatMap((customer) => refundOf(customer) ?? []);
  return await Promise.all(orders.map((order) => refundOnce(site, order)));
}

async function press(url: string, customer: LosingCustomer, bills: number): Promise<void> {
  const status = await pay(url, customer, `before-${customer.accountId}`, bills);
  if (status === 'refused' || status === 'no-response')
    throw new Error(`The press of ${customer.accountNumber}, who ${customer.doing}, is ${status}`);
}

async function pressUnsent(site: Site, url: string, customer: LosingCustomer): Promise<void> {
  const { processor, accountId } = customer;
  await site.sandbox.control({ processor, mode: 'down' });
  await pay(url, customer, `down-${accountId}`);
  await site.sandbox.control({ processor, mode: 'normal' });
}

/** Customers who see their bill open press again. Without one, `unsent` presses do: nothing was charged. */
export async function pressAgain(
  url: string,
  customers: readonly LosingCustomer[],
  { onlyUnsent }: { readonly onlyUnsent: boolean },
): Promise<void> {
  const pressing = customers.filter(
    (customer) =>
      !customer.arranged && !refundOf(customer) && (!onlyUnsent || customer.doing === 'presses unsent'),
  );
  await Promise.all(pressing.map((customer) => pressUntilTaken(url, customer)));
}

/** A press that is refused charged nothing. */
async function pressUntilTaken(url: string, customer: LosingCustomer): Promise<void> {
  for (let press = 0; press < mostPresses; press += 1)
    if ((await pay(url, customer, `after-${press}-${customer.accountId}`)) !== 'refused') return;
}
