import {
  type appointmentSchedulesEndpoint,
  appointmentStatusCodes,
  type scheduleAppointment,
  type Visit,
} from '@myaccount/contract/appointments';
import { addDays } from '@myaccount/contract/calendar';
import { isClosed } from '@myaccount/contract/visit-progress';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { dayIn } from '../../ui/time.ts';
import { type DayWindow, nextWindow, windowUntil } from './visit-days.rules.ts';
import type { TimeSlot } from './visit-time.rules.ts';

/** How often the open page asks again; more often while the field service has not yet confirmed a choice. */
const refreshMs = 20_000;
const confirmingRefreshMs = 3_000;

/** A visit as the page knows it. */
export interface LoadedVisit {
  readonly visit: Visit;
  /** The last day whose times are loaded. */
  readonly loadedUntil: string;
  /** When the server answered, by its clock. */
  readonly asOf: Date;
}

/** Thrown if the link is missing, malformed, unknown, over, or revoked. */
export class ExpiredLink extends Error {}

async function readVisit(token: string, { first, last }: DayWindow, signal?: AbortSignal): Promise<Visit> {
  const reply = await call<typeof appointmentSchedulesEndpoint>('GET /appointment/schedules', {
    query: { Token: token, StartDate: first, EndDate: last },
    isAnonymous: true,
    ...(signal && { signal }),
  });
  if (reply.statusCode !== appointmentStatusCodes.done) throw new ExpiredLink();
  return reply;
}

function todayIn(timeZone: string): string {
  return dayIn(serverNow(), timeZone);
}

/** Reads a visit with the times of all days that are loaded; at first, of `slotDays` days (SCHEDULE-2). */
async function loadVisit(
  token: string,
  known: LoadedVisit | undefined,
  signal: AbortSignal,
): Promise<LoadedVisit> {
  if (token === '') throw new ExpiredLink();
  const windowFrom = (today: string) =>
    windowUntil(known?.loadedUntil ?? addDays(today, config.limits.slotDays - 1), today);
  const asked = windowFrom(todayIn(known?.visit.timeZone ?? config.timeZone));
  const visit = await readVisit(token, asked, signal);
  // The first answer tells the visit's zone and the server's clock. If it is another day there, its days are others.
  const window = windowFrom(todayIn(visit.timeZone));
  const isToday = window.first === asked.first;
  return {
    visit: isToday ? visit : await readVisit(token, window, signal),
    loadedUntil: window.last,
    asOf: serverNow(),
  };
}

/** Query of a visit by the token of its link, kept up to date while the page is in view. The token stays in memory. */
export function visitQuery(token: string) {
  return queryOptions({
    queryKey: ['appointments', token],
    queryFn: ({ client, queryKey, signal }) =>
      loadVisit(token, client.getQueryData<LoadedVisit>(queryKey), signal),
    refetchInterval: ({ state: { data, error } }) => {
      if (!data || isClosed(data.visit.jobStatus) || error instanceof ExpiredLink) return false;
      return data.visit.confirming ? confirmingRefreshMs : refreshMs;
    },
    networkMode: 'always',
  });
}

/** Loads the days up to `day` and appends their times to the visit. Throws what the call throws. */
export async function loadDaysUntil(client: QueryClient, token: string, day: string): Promise<void> {
  const { queryKey } = visitQuery(token);
  const known = client.getQueryData(queryKey);
  if (!known) return;
  const window = nextWindow(known.loadedUntil, day, config.limits.slotDays);
  const more = await readVisit(token, window);
  // A refresh on its way does not know of these days.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (loaded) => loaded && withDays(loaded, window, more));
}

function withDays({ visit }: LoadedVisit, { first, last }: DayWindow, more: Visit): LoadedVisit {
  const before = visit.result.filter(({ start }) => start < first);
  return {
    visit: { ...more, result: [...before, ...more.result] },
    loadedUntil: last,
    asOf: serverNow(),
  };
}

/** Moves a visit to a time. Returns the status code of the answer; throws what the call throws. */
export async function scheduleVisit(token: string, { start, end }: TimeSlot) {
  const reply = await call<typeof scheduleAppointment>('GET /appointment/schedule', {
    query: { Token: token, scheduleStart: start, scheduleEnd: end },
    isAnonymous: true,
  });
  return reply.statusCode;
}
