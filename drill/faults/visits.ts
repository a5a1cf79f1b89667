import { apiPath } from '@myaccount/contract/endpoint';
import { sql } from 'kysely';
import { addDays } from '../../apps/server/src/platform/business-day.ts';
import {
  callFieldService,
  type PlannedVisit,
  planVisit,
  type WireTime,
} from '../../apps/server/src/testing/visits.ts';
import type { Random } from '../random.ts';
import { todayAt } from './due-customers.ts';
import type { Site } from './site.ts';

/** One place at each time. */
const area = '43277';
const daysShown = 14;
const done = '00';

/** A visit whose customer has chosen a time. */
export interface BookedVisit extends PlannedVisit {
  readonly time: WireTime;
}

/** Builds a visit and chooses one of the times that its page offers. */
export async function chooseTime(site: Site, url: string, random: Random): Promise<BookedVisit> {
  const visit = await planVisit(site, { settings: site.settingsFor(0) }, { area });
  const today = todayAt(site);
  const query = new URLSearchParams({
    Token: visit.token,
    StartDate: today,
    EndDate: addDays(today, daysShown),
  });
  const response = await fetch(`${url}${apiPath}/appointment/schedules?${query}`);
  const { result } = (await response.json()) as { result: { Slots: WireTime[] }[] };
  return { ...visit, time: random.oneOf(result.flatMap(({ Slots }) => Slots)) };
}

/** Presses “Schedule” once. Returns whether the portal says that it is done. */
export async function book(url: string, { token, time }: BookedVisit): Promise<boolean> {
  const query = new URLSearchParams({ Token: token, scheduleStart: time.start, scheduleEnd: time.end });
  const headers = { 'x-correlation-id': `booking-${token}` };
  const response = await fetch(`${url}${apiPath}/appointment/schedule?${query}`, { headers }).catch(
    () => undefined,
  );
  const answer = (await response?.json().catch(() => undefined)) as { statusCode?: string } | undefined;
  return answer?.statusCode === done;
}

interface KnownVisit {
  readonly startsAt: Date;
  readonly confirmed: number;
  readonly open: number;
  readonly mails: number;
}

/** Compares each visit here and at the field service: both have the chosen time, once, and one mail told it. */
export async function compareVisits(site: Site, visits: readonly BookedVisit[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { accountId, externalId, time } of visits) {
    const { rows } = await sql<KnownVisit>`
      select v.starts_at as "startsAt",
        (select count(*) filter (where state = 'CONFIRMED') from appointment_change c where c.account_id = v.account_id)::int as confirmed,
        (select count(*) filter (where state = 'CONFIRMING') from appointment_change c where c.account_id = v.account_id)::int as open,
        (select count(*) from outbox o where o.account_id = v.account_id and o.template = 'appointment-moved')::int as mails
      from appointment v where v.account_id = ${accountId}`.execute(site.portal.db);
    const known = rows.map(({ startsAt, ...counts }) =>
      JSON.stringify({ start: startsAt.toISOString(), ...counts }),
    );
    const expected = JSON.stringify({ start: time.start, confirmed: 1, open: 0, mails: 1 });
    const sandbox = { settings: site.settingsFor(0) };
    const { body } = await callFieldService(sandbox, 'GET', `/appointment/${externalId}`);
    const { startDateTime } = body.validFor as { startDateTime: string };
    if (known.join() !== expected || startDateTime !== time.start)
      failures.push(
        `visit ${externalId} is ${known.join()} here, and at ${startDateTime} there, not ${expected}`,
      );
  }
  return failures;
}
