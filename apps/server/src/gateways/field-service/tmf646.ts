import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldServiceSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { ServiceHttp, type ServiceResponse } from '../service-http.ts';
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
  placeRole,
  searchPath,
  searchTaskPath,
} from './tmf646.names.ts';
import { readSearch, readVisit, readVisitEvent } from './tmf646.rows.ts';

const service = 'field-service';
const httpOk = 200;
const created = 201;
const missing = 404;
const conflict = 409;
const firstRefusal = 400;
const pollMs = 200;

/** Opens a field service that speaks TMF646 v4. Nothing is sent before the first call. */
export function openTmf646(settings: FieldServiceSettings): FieldService {
  const { url, token, timeoutMs, hookKey, previousHookKey } = settings;
  const http = new ServiceHttp({ url, headers: { authorization: `Bearer ${token}` }, timeoutMs });
  const keys = [hookKey, ...(previousHookKey === null ? [] : [previousHookKey])].map(digest);
  return {
    listTimes: (search) =>
      measureCall({ processor: service, call: 'search' }, () => searchTimes(http, search, timeoutMs)),
    move: (externalId, time) =>
      measureCall({ processor: service, call: 'move' }, async () => {
        const body = { validFor: validForOf(time) };
        return readMove(await http.call({ method: 'PATCH', path: appointmentPath(externalId), body }));
      }),
    read: (externalId) =>
      measureCall({ processor: service, call: 'read' }, async () =>
        readFound(await http.call({ method: 'GET', path: appointmentPath(externalId) })),
      ),
    subscribe: (callback) =>
      measureCall({ processor: service, call: 'subscribe' }, async () =>
        readSubscription(await http.call({ method: 'POST', path: hubPath, body: { callback } })),
      ),
    unsubscribe: async (hubId) => {
      await http.call({ method: 'DELETE', path: hubEntryPath(hubId) });
    },
    hookPath: `/hooks/field-service/${hookKey}`,
    isHookKey: (key) => keys.map((known) => timingSafeEqual(known, digest(key))).includes(true),
    readEvent: readVisitEvent,
    state: () => http.state(),
  };
}

function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex');
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
    relatedPlace: { role: placeRole, '@referredType': 'GeographicAddress', postcode: search.area },
  };
  let response = await http.call({ method: 'POST', path: searchPath, body });
  for (;;) {
    if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
    const { status } = response;
    const task = status === httpOk || status === created ? readSearch(response.body) : undefined;
    if (!task || task.state === 'failed')
      return { outcome: 'unavailable', text: `HTTP ${status} without times` };
    if (task.state === 'done') return { outcome: 'listed', times: task.times };
    if (performance.now() + pollMs >= giveUpAt) return { outcome: 'unavailable', text: 'search not done' };
    await sleep(pollMs);
    response = await http.call({ method: 'GET', path: searchTaskPath(task.id) });
  }
}

/** Only the service's own refusal says that nothing changed: a hop on the way has a body of its own. */
function readMove(response: ServiceResponse): MoveResult {
  if (response.kind === 'not-sent') return { outcome: 'refused', text: response.text };
  if (response.kind === 'no-response') return { outcome: 'unknown', text: response.text };
  const { status, body } = response;
  const report = status === httpOk ? readVisit(body) : undefined;
  if (report) return { outcome: 'moved', report };
  const text = `HTTP ${status}`;
  if (status < firstRefusal || !isOwnError(body)) return { outcome: 'unknown', text };
  return status === conflict ? { outcome: 'taken' } : { outcome: 'refused', text };
}

/** An error of TMF630 has a code and a reason, both text. */
function isOwnError({ code, reason }: Readonly<Record<string, unknown>>): boolean {
  return typeof code === 'string' && typeof reason === 'string';
}

function readFound(response: ServiceResponse): VisitFound {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  if (status === missing && isOwnError(body)) return { outcome: 'not-found' };
  const report = status === httpOk ? readVisit(body) : undefined;
  return report ? { outcome: 'found', report } : { outcome: 'unavailable', text: `HTTP ${status}` };
}

function readSubscription(response: ServiceResponse): SubscriptionResult {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  const isDone = status === created && typeof body.id === 'string';
  return isDone
    ? { outcome: 'subscribed', hubId: String(body.id) }
    : { outcome: 'unavailable', text: `HTTP ${status} without subscription` };
}
