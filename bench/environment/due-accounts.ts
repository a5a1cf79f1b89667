import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../apps/server/src/platform/business-day.ts';
import { withClient } from '../../environment/database.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';

interface Site {
  readonly database: DatabaseAddresses;
  readonly settings: Settings;
}

/** Accounts that owe something and have a method that can be charged for days to come. */
const chargeable = `
  create temporary table due as
  select a.id as account_id, m.id as method_id
  from account a
  cross join lateral (
    select id from payment_method
    where account_id = a.id and valid_to is null and is_valid and (expires_on is null or expires_on > current_date + 7)
    order by is_default desc, id limit 1
  ) m
  where a.status = 'ACTIVE'
    and exists (select from invoice where account_id = a.id and open_cents > 0 and voided_at is null)
    and not exists (select from payment where account_id = a.id and state in ('SUBMITTING', 'UNKNOWN', 'PENDING', 'PLANNED'))
  order by md5(a.account_number) limit $1`;

const enroll = `
  insert into autopay_enrollment (account_id, payment_method_id, enrolled_at)
  select account_id, method_id, now() - interval '60 days' from due`;

/** Also what a returned payment reopened, which would wait for the next bill. */
const setDueDay = `
  update invoice i set due_on = $1, unsettled_cents = null from due d
  where i.account_id = d.account_id and i.open_cents > 0 and i.voided_at is null`;

/** Turns autopay off for every account. */
export async function turnAutopayOff({ ownerUrl }: DatabaseAddresses): Promise<void> {
  await withClient(ownerUrl, (client) => client.query('delete from autopay_enrollment'));
}

/** Turns autopay on for a number of accounts and makes what they owe due today. */
export async function addDueBills({ database, settings }: Site, count: number): Promise<void> {
  const today = dayOf(new Date(), settings.BUSINESS_TIME_ZONE ?? '');
  await withClient(database.ownerUrl, async (client) => {
    await client.query('begin');
    const { rowCount } = await client.query(chargeable, [count]);
    if (rowCount !== count) throw new Error(`Only ${rowCount} of ${count} accounts can be charged.`);
    await client.query(enroll);
    await client.query(setDueDay, [today]);
    await client.query('commit');
  });
}

/** What autopay has done so far. */
export interface RunProgress {
  readonly begun: number;
  readonly inProgress: number;
}

const readProgress = `
  select count(*)::int as begun, count(*) filter (where p.state in ('SUBMITTING', 'UNKNOWN'))::int as "inProgress"
  from autopay_charge c left join payment p on p.account_id = c.account_id and p.id = c.payment_id`;
const pollMs = 1_000;

/** Waits until autopay has come this far. Throws after the time. */
export async function waitForAutopay(
  { database }: Site,
  withinMs: number,
  isThere: (soFar: RunProgress) => boolean,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  await withClient(database.ownerUrl, async (client) => {
    for (;;) {
      const [soFar] = (await client.query<RunProgress>(readProgress)).rows;
      if (soFar && isThere(soFar)) return;
      if (performance.now() > deadline)
        throw new Error(`Autopay took too long: ${soFar?.begun} accounts, ${soFar?.inProgress} in progress`);
      await sleep(pollMs);
    }
  });
}
