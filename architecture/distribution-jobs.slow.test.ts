import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrollPayer, setDueDate } from '../apps/server/src/testing/autopay.ts';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { apply, buildApplicant } from '../apps/server/src/testing/hero-applicants.ts';
import { startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { restoreInPlace } from '../apps/server/src/testing/restored-portal.ts';
import { buildReader, queueNotification } from '../apps/server/src/testing/text-readers.ts';
import { book, planVisit, readVisit } from '../apps/server/src/testing/visits.ts';
import { DistributionCheck, type Exemption } from './distribution.ts';

// A job may look for work in all accounts; what it then does names the account (decision 32).

const deliver = 'delivery of mails and texts';

const exemptions: readonly Exemption[] = [
  { by: 'payments.reconcile', part: 'order by "reconcile_at" limit', why: 'finds payments without a result' },
  {
    by: 'payments.reconcile-debits',
    part: 'order by "reconcile_at" limit',
    why: 'finds debits on their way',
  },
  {
    by: 'refunds.reconcile',
    part: 'update "refund" set "reconcile_at"',
    why: 'finds refunds without a result',
  },
  { by: 'payments.charge-planned', part: '"planned_for" <= $2', why: 'finds planned payments of the day' },
  {
    by: 'payments.record-returns',
    part: 'processor_reference = any($1',
    why: 'finds the payments of a report',
  },
  ...['autopay.run', 'autopay.announce'].map((by) => ({
    by,
    part: '(due_on, account_id) > ($',
    why: 'finds what is due, and who has autopay of that',
  })),
  { by: 'autopay.follow-up', part: '"l"."collect_on" is null', why: 'finds late debt to tell of' },
  {
    by: 'autopay.follow-up',
    part: '"p"."autopay_consent_id" is not null and "p"."state" not in',
    why: 'finds autopay that was chosen with a payment',
  },
  ...['autopay.run', 'autopay.follow-up'].flatMap((by) => [
    {
      by,
      part: 'update "autopay_charge" as "c" set "followed_up_at"',
      why: 'closes everybody’s charges that were paid',
    },
    { by, part: '"c"."followed_up_at" is null and ("c"."refusal"', why: 'finds charges that failed' },
    {
      by,
      part: '"p"."state_at" > $2 and "e"."ended_at" is null and true',
      why: 'finds debits that came back',
    },
  ]),
  ...['limit $1', 'from outbox o', 'update payment p', 'order by "n"."account_id"'].map((part) => ({
    by: 'charge-notices.send',
    part,
    why: 'finds charges that a restore brought back',
  })),
  {
    by: 'payment-methods.announce-expiring',
    part: 'from "payment_method" as "c" inner join "account"',
    why: 'finds cards that expire',
  },
  {
    by: 'hero-discount.reconcile',
    part: '"email_address" in ($1)',
    why: 'finds who applied with an address',
  },
  {
    by: 'appointments.settle',
    part: 'order by "x"."requested_at" limit',
    why: 'finds changes that are open',
  },
  {
    by: 'appointments.refresh',
    part: 'select distinct coalesce(regexp_replace(p.post_code',
    why: 'finds the areas of all visits',
  },
  { by: 'appointments.refresh', part: 'insert into slot', why: 'counts the visits of an area' },
  {
    by: 'appointments.reconcile',
    part: 'order by "starts_at" limit',
    why: 'finds visits that nobody told of',
  },
  ...['payments.compare-processors', 'payments.charge-planned', 'autopay.run'].map((by) => ({
    by,
    part: 'from "payment" where "processor"',
    why: 'finds payments without a charge',
  })),
  ...['payments.compare-processors', 'autopay.run'].map((by) => ({
    by,
    part: 'from "payment" where processor_reference = any',
    why: 'finds the payments of charges',
  })),
  {
    by: 'payments.compare-processors',
    part: 'from refund r',
    why: 'finds refunds that a report lacks',
  },
  { by: 'retention.delete-expired', part: 'delete from', why: 'deletes what is old, of everybody' },
  { by: 'metrics.roll-up', part: 'insert into metric_hour', why: 'counts everybody' },
  { by: deliver, part: '"due_at" <= $1 and true order by "due_at" limit', why: 'finds texts that are due' },
];

const dayMs = 86_400_000;
let check: DistributionCheck;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  check = new DistributionCheck(portal.ownerUrl, exemptions);
  await check.open();
});
afterAll(async () => {
  await check.close();
});

/** Builds payers: one whom autopay charges, two whom it cannot charge, one who plans, and one whose answer is lost. */
async function buildPayers(): Promise<void> {
  for (const options of [
    {},
    { token: 'visa-4242-declined' },
    { token: 'bank-6789-returned', kind: 'bank', processor: 'transafe' },
  ] as const) {
    const payer = await portal.buildPayer(options);
    await enrollPayer(portal, payer);
    await setDueDate(portal, payer, '2026-11-30');
  }
  await portal.pay(await portal.buildPayer(), { payment_date: '2026-11-26' });
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 2 });
  await portal.pay(await portal.buildPayer());
}

/** Builds a customer whose verification nobody told, one with notification, and two whose visit moves or is done. */
async function buildOthers(): Promise<void> {
  const { url } = (await apply(portal, await buildApplicant(portal))).json();
  await fetch(url, { method: 'POST', body: new URLSearchParams({ community: 'fir', outcome: 'never' }) });
  await queueNotification(portal, await buildReader(portal, { preference: 'Text & Email' }));
  const visit = await planVisit(portal, portal.sandbox);
  const { result } = await readVisit(portal, visit.token);
  await portal.sandbox.control({ processor: 'field-service', mode: 'lose-answers', calls: 1 });
  await book(portal, visit.token, result[0].Slots[0]);
}

/** Delivers mails and texts until none is due. */
async function deliverAll(): Promise<void> {
  const stop = portal.app.keepDelivering();
  const waiting = portal.db.selectFrom('outbox').select('id').where('state', '=', 'WAITING');
  await expect.poll(async () => (await waiting.execute()).length).toBe(0);
  await stop();
}

test('[API-25] jobs look for work in all accounts only in these statements, and name the account in all others', async () => {
  await buildPayers();
  await buildOthers();
  const wrong = new Set<string>();
  const watch = async (name: string, work: () => Promise<unknown>) => {
    for (const each of await check.watch(name, work)) wrong.add(`${name}: ${each}`);
  };
  for (let halfDay = 0; halfDay < 24; halfDay += 1) {
    for (const { name, run } of portal.app.jobs) await watch(name, async () => await run());
    await watch(deliver, deliverAll);
    if (halfDay === 0) await restoreInPlace(portal);
    await portal.passTime(dayMs / 2);
  }
  const rows = await portal.db.selectFrom('audit_entry').select('action').distinct().execute();
  const actions = rows.map(({ action }) => action);
  expect(actions, 'The jobs had this to do').toEqual(
    expect.arrayContaining([
      'appointments.moved',
      'autopay.failed',
      'hero-discount.applied',
      'payments.failed',
      'payments.made',
      'payments.returned',
      'payments.unknown',
    ]),
  );
  const texts = await portal.db.selectFrom('text_message').select('state').execute();
  expect(texts.map(({ state }) => state)).toContain('DELIVERED');
  expect([...wrong]).toEqual([]);
  expect(check.unused(), 'No exemption is left over').toEqual([]);
}, 300_000);
