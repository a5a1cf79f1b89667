import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@myaccount/contract/calendar';
import { apiPath } from '@myaccount/contract/endpoint';
import { cancelPlannedPayment, changePlannedPayment } from '@myaccount/contract/planned-payments';
import { processorNames } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { arrangePayment, type DueCustomer, todayAt } from './due-customers.ts';
import type { Site } from './site.ts';

/** Customers press within this time after servers started, which look for what is due at once. */
const pressWithinMs = 1_500;
const unsureFrom = 500;

/** A customer whose planned payment is changed or canceled on its day. */
interface Racer extends DueCustomer {
  readonly planId: string;
}

/** What a customer's page was answered; undefined where it did not ask, or where the answer leaves the outcome open. */
export interface Race {
  readonly customer: DueCustomer;
  readonly changed: number | undefined;
  readonly cancelled: number | undefined;
}

/** Builds customers who plan a payment before their bill's due date. */
export async function buildRacers(
  site: Site,
  random: SeededRandom,
  { url, count }: { readonly url: string; readonly count: number },
): Promise<Racer[]> {
  const racers = await site.buildCustomers(count, () => ({ processor: random.pick(processorNames) }));
  const planning: Racer[] = [];
  for (const racer of racers) {
    const customer = { ...racer, pays: 'as planned' } as const;
    await arrangePayment(site, url, customer);
    const { id } = await site.portal.db
      .selectFrom('payment')
      .select('id')
      .where('account_id', '=', customer.accountId)
      .executeTakeFirstOrThrow();
    planning.push({ ...customer, planId: id });
  }
  return planning;
}

/** On the day of a payment its customer moves it to the next one, cancels it, or does both at once, while servers charge it. */
export async function racePlan(
  site: Site,
  servers: readonly { readonly url: string }[],
  customer: Racer,
  random: SeededRandom,
): Promise<Race> {
  const [changes, cancels] = random.pick([
    [true, false],
    [true, false],
    [true, true],
    [false, true],
  ]);
  const [changesAfterMs, cancelsAfterMs] = [random.below(pressWithinMs), random.below(pressWithinMs)];
  const { planId: id, methodId } = customer;
  const change = { id, payment_date: addDays(todayAt(site), 1), payment_method: methodId };
  const [changesAt, cancelsAt] = [random.pick(servers), random.pick(servers)].map(({ url }) => url + apiPath);
  const press = (url: string, body: object, afterMs: number) =>
    sleep(afterMs).then(() => pressOnce(url, customer, body));
  const [changed, cancelled] = await Promise.all([
    changes ? press(changesAt + changePlannedPayment.path, change, changesAfterMs) : undefined,
    cancels ? press(cancelsAt + cancelPlannedPayment.path, { id }, cancelsAfterMs) : undefined,
  ]);
  return { customer, changed, cancelled };
}

async function pressOnce(
  url: string,
  { accessToken }: DueCustomer,
  body: object,
): Promise<number | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return response && response.status < unsureFrom ? response.status : undefined;
}

interface PlanAfter {
  readonly accountId: string;
  readonly state: string;
  readonly plannedFor: string;
  readonly audits: number;
  readonly changeMails: number;
  readonly cancelMails: number;
  readonly receipts: number;
}

/**
 * Looks at every payment that was raced for: charged on its day, moved, or cancelled, as its customer was told, and each with its
 * one audit entry and mail.
 */
export async function compareRaces(site: Site, races: readonly Race[]) {
  const { rows } = await sql<PlanAfter>`
    select p.account_id as "accountId", p.state, p.planned_for::text as "plannedFor",
      (select count(*) from audit_entry e
        where e.account_id = p.account_id and e.action = 'payments.plan-changed')::int as audits,
      count(o.id) filter (where o.template = 'payment-changed')::int as "changeMails",
      count(o.id) filter (where o.template = 'payment-cancelled')::int as "cancelMails",
      count(o.id) filter (where o.template = 'payment-made')::int as receipts
    from payment p left join outbox o on o.account_id = p.account_id
    group by p.account_id, p.id`.execute(site.portal.db);
  const today = todayAt(site);
  const counts = { 'plans moved': 0, 'plans canceled': 0, 'plans charged first': 0 };
  const failures: string[] = [];
  for (const { customer, changed, cancelled } of races) {
    const [plan, ...others] = rows.filter(({ accountId }) => accountId === customer.accountId);
    if (!plan || others.length > 0) throw new Error(`Account ${customer.accountNumber} has not one payment`);
    const isMoved = plan.plannedFor !== today;
    const [isCharged, isCancelled] = [plan.state === 'COMPLETED', plan.state === 'CANCELLED'];
    if (isCharged) counts['plans charged first'] += 1;
    else if (isCancelled) counts['plans canceled'] += 1;
    else counts['plans moved'] += 1;
    const isRight =
      [plan.audits, plan.changeMails].every((count) => count === Number(isMoved)) &&
      plan.cancelMails === Number(isCancelled) &&
      plan.receipts === Number(isCharged) &&
      (isCancelled || isCharged !== isMoved) &&
      (isCharged || isCancelled || plan.state === 'PLANNED') &&
      (changed === undefined || (changed === 200) === isMoved) &&
      (cancelled === undefined || (cancelled === 200) === isCancelled) &&
      [changed, cancelled].every((status) => status === undefined || status === 200 || status === 409);
    if (!isRight)
      failures.push(
        `account ${customer.accountNumber}, changed ${changed}, canceled ${cancelled}: ${JSON.stringify(plan)}`,
      );
  }
  return { counts, failures };
}
