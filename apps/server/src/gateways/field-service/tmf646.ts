import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldServiceSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import {
  httpStatus,
  type JsonResponse,
  ServiceHttp,
  type ServiceResponse,
  unavailable,
} from '../service-http.ts';
import { keyCheck } from '../shared-key.ts';
import type {
  FieldService,
  MoveResult,
  SlotSearch,
  SlotsFound,
  SubscriptionResult,
  VisitFound,
  VisitTime,
} from './field-service.ts';
import {
  appointmentPath,
  hubEntryPath,
  hubPath,
  placePostcode,
  placeRole,
  searchPath,
  searchTaskPath,
} from './tmf646.names.ts';
import { readSearch, readVisit, readVisitEvent } from './tmf646.rows.ts';

const service = 'field-service';
const pollMs = 200;

/** Opens a field service that speaks TMF646 v4. Nothing is sent before the first call. */
export function openTmf646({
  url,
  token,
  timeoutMs,
  hookKey,
  previousHookKey,
}: FieldServiceSettings): FieldService {
  const http = new ServiceHttp({ url, headers: { authorization: `Bearer ${token}` }, timeoutMs });
  return {
    listTimes: (search) => measureCall(service, 'search', () => searchTimes(http, search, timeoutMs)),
    move: (externalId, time) =>
      measureCall(service, 'move', async () => {
        const body = { validFor: validForOf(time) };
        return readMove(await http.call({ method: 'PATCH', path: appointmentPath(externalId), body }));
      }),
    read: (externalId) =>
      measureCall(service, 'read', () =>
        http.ask({ method: 'GET', path: appointmentPath(externalId) }, readFound),
      ),
    subscribe: (callback) =>
      measureCall(service, 'subscribe', () =>
        http.ask({ method: 'POST', path: hubPath, body: { callback } }, readSubscription),
      ),
    unsubscribe: async (hubId) => {
      await http.call({ method: 'DELETE', path: hubEntryPath(hubId) });
    },
    hookPath: `/hooks/field-service/${hookKey}`,
    isHookKey: keyCheck(hookKey, previousHookKey),
    readEvent: readVisitEvent,
    state: () => http.state(),
  };
}

function validForOf({ startsAt, endsAt }: VisitTime) {
  return { startDateTime: startsAt.toISOString(), endDateTime: endsAt.toISOString() };
}

/** A search is a task: it is created, and asked for until it is done or the time-out of a call is over. */
async function searchTimes(http: ServiceHttp, search: SlotSearch, timeoutMs: number): Promise<SlotsFound> {
  const giveUpAt = performance.now() + timeoutMs;
  const body = {
    category: search.kind,
    requestedTimeSlot: [{ validFor: validForOf(search) }],
    relatedPlace: { role: placeRole, '@referredType': 'GeographicAddress', [placePostcode]: search.area },
  };
  let response = await http.call({ method: 'POST', path: searchPath, body });
  for (;;) {
    if (response.kind !== 'response') return unavailable(response.text);
    const { status } = response;
    const isDone = status === httpStatus.ok || status === httpStatus.created;
    const task = isDone ? readSearch(response.body) : undefined;
    if (!task || task.state === 'failed')
      return unavailable(`placeRole or placePostcode (tmf646.names.ts): HTTP ${status} without times`);
    if (task.state === 'done') return { outcome: 'listed', times: task.times };
    if (performance.now() + pollMs >= giveUpAt) return unavailable('search not done');
    await sleep(pollMs);
    response = await http.call({ method: 'GET', path: searchTaskPath(task.id) });
  }
}

/** Only the service's own refusal says that nothing changed: a hop on the way has its own body. */
function readMove(response: ServiceResponse): MoveResult {
  if (response.kind === 'not-sent') return { outcome: 'refused', text: response.text };
  if (response.kind === 'no-response') return { outcome: 'unknown', text: response.text };
  const { status, body } = response;
  const report = status === httpStatus.ok ? readVisit(body) : undefined;
  if (report) return { outcome: 'moved', report };
  const text = `HTTP ${status}`;
  if (status < httpStatus.firstClientError || !isOwnError(body)) return { outcome: 'unknown', text };
  return status === httpStatus.conflict ? { outcome: 'taken' } : { outcome: 'refused', text };
}

/** An error of TMF630 has a code and a reason, both text. */
function isOwnError({ code, reason }: Readonly<Record<string, unknown>>): boolean {
  return typeof code === 'string' && typeof reason === 'string';
}

function readFound({ status, body }: JsonResponse): VisitFound {
  if (status === httpStatus.notFound && isOwnError(body)) return { outcome: 'not-found' };
  const report = status === httpStatus.ok ? readVisit(body) : undefined;
  return report ? { outcome: 'found', report } : unavailable(`HTTP ${status}`);
}

function readSubscription({ status, body: { id } }: JsonResponse): SubscriptionResult {
  const isDone = status === httpStatus.created && typeof id === 'string';
  return isDone ? { outcome: 'subscribed', hubId: id } : unavailable(`HTTP ${status} without subscription`);
}
