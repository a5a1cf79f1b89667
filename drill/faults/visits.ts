import { addDays } from '@myaccount/contract/calendar';
import { apiPath } from '@myaccount/contract/endpoint';
import { sql } from 'kysely';
import type { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import {
  callFieldService,
  type PlannedVisit,
  planVisit,
  type WireTime,
} from '../../apps/server/src/testing/visits.ts';
import { todayAt } from './due-customers.ts';
import type { Site } from './site.ts';

/** One place at each time. */
const area = '43277';
const daysShown = 14;
const done = '00';

/** A visit whose customer has chosen a time. */
export interface ChosenVisit extends PlannedVisit {
  readonly time: WireTime;
}

/** A visit after its customer pressed again; the time may have been refused, and then the one before holds. */
export interface BookedVisit extends ChosenVisit {
  readonly isDone: boolean;
}

/** Builds a visit and chooses one of the times that its page offers. */
export async function chooseTime(site: Site, url: string, random: SeededRandom): Promise<ChosenVisit> {
  const visit = await planVisit(site, { settings: site.settingsFor(0) }, { area });
  const today = todayAt(site);
  const query = new URLSearchParams({
    Token: visit.token,
    StartDate: today,
    EndDate: addDays(today, daysShown),
  });
  const response = await fetch(`${url}${apiPath}/appointment/schedules?${query}`);
  const { result } = (await response.json()) as { result: { Slots: WireTime[] }[] };
  return { ...visit, time: random.pick(result.flatMap(({ Slots }) => Slots)) };
}

/** Presses “Schedule” once. Returns whether the portal says that it is done. */
export async function book(url: string, { token, time }: ChosenVisit): Promise<boolean> {
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

/** Compares each visit here and at the field service: both have the same time, moved and told once if it was booked. */
export async function compareVisits(site: Site, visits: readonly BookedVisit[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { accountId, externalId, time, isDone } of visits) {
    const { rows } = await sql<KnownVisit>`
      select v.starts_at as "startsAt",
        (select count(*) filter (where state = 'CONFIRMED') from appointment_change c where c.account_id = v.account_id)::int as confirmed,
        (select count(*) filter (where state = 'CONFIRMING') from appointment_change c where c.account_id = v.account_id)::int as open,
        (select count(*) from outbox o where o.account_id = v.account_id and o.template = 'appointment-moved')::int as mails
      from appointment v where v.account_id = ${accountId}`.execute(site.portal.db);
    const [visit] = rows;
    const sandbox = { settings: site.settingsFor(0) };
    const { body } = await callFieldService(sandbox, 'GET', `/appointment/${externalId}`);
    const { startDateTime } = body.validFor as { startDateTime: string };
    const times = isDone ? 1 : 0;
    const isRight =
      visit?.startsAt.toISOString() === startDateTime &&
      (startDateTime === time.start) === isDone &&
      visit.open === 0 &&
      visit.confirmed === times &&
      visit.mails === times;
    if (!isRight)
      failures.push(
        `visit ${externalId} is ${JSON.stringify({ ...visit, there: startDateTime, time, isDone })}`,
      );
  }
  return failures;
}
