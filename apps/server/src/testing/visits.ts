import { randomUUID } from 'node:crypto';
import type { JobStatus } from '@myaccount/contract/visit-progress';
import type { LightMyRequestResponse } from 'fastify';
import { insertLookup } from '../platform/database/account-lookup.ts';
import type { Portal } from '../platform/portal.ts';
import type { BuiltVisit } from './builders/appointment.ts';
import { linkTo } from './builders/appointment.ts';
import { type BuiltLogin, buildLogin } from './builders/login.ts';
import type { TestPortal } from './portal.ts';
import { changeRows, onlyColumns, readRow, readRows } from './rows.ts';
import type { TestSandbox } from './sandbox.ts';

/** A time on the wire. */
export interface WireTime {
  readonly start: string;
  readonly end: string;
}

/** A visit that the sandbox’s field service knows. */
export interface PlannedVisit extends BuiltVisit {
  readonly login: BuiltLogin;
  readonly externalId: string;
}

interface VisitOptions {
  /** Postal code: one that ends in 99 has no times, one in 77 a single place at each. */
  readonly area?: string;
  readonly startsAt?: Date;
  readonly kind?: 'installation' | 'repair';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Where the sandbox’s field service is, and its token. */
type FieldServicePlace = Pick<TestSandbox, 'settings'>;

/** Calls the sandbox’s field service as its own people do. */
export async function callFieldService(
  sandbox: FieldServicePlace,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${sandbox.settings.FIELD_SERVICE_URL}/tmf-api/appointment/v4${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.settings.FIELD_SERVICE_TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Builds a customer with a visit, in the sandbox and here. */
export async function planVisit(
  { portal }: { readonly portal: Portal },
  sandbox: FieldServicePlace,
  { area = '43215', kind = 'repair', ...options }: VisitOptions = {},
): Promise<PlannedVisit> {
  const login = await buildLogin(portal.db);
  const { account } = login;
  const service = { account_id: account.id, address_type: 'Service' } as const;
  await changeRows(portal.db, 'address', service, { post_code: area });
  const startsAt = options.startsAt ?? new Date(portal.clock.now().getTime() + 5 * dayMs);
  const endsAt = new Date(startsAt.getTime() + 2 * hourMs);
  const { body } = await callFieldService(sandbox, 'POST', '/appointment', {
    category: kind,
    validFor: { startDateTime: startsAt.toISOString(), endDateTime: endsAt.toISOString() },
    relatedEntity: [{ id: account.accountNumber, role: 'account', '@referredType': 'BillingAccount' }],
    relatedPlace: { role: 'serviceLocation', postcode: area },
  });
  const externalId = String(body.id);
  const key = { account_id: account.id, external_id: externalId };
  // A running server may have heard of it first.
  const isNew = await insertLookup(portal.db, {
    kind: 'appointment',
    key: externalId,
    account_id: account.id,
  });
  const times = { kind, starts_at: startsAt, ends_at: endsAt, job_status: 'Ready' } as const;
  if (isNew)
    await portal.db
      .insertInto('appointment')
      .values({ ...key, ...times })
      .execute();
  else await changeRows(portal.db, 'appointment', key, { job_status: 'Ready' });
  const row = await readRow(portal.db, 'appointment', key);
  const visit = { id: row.id, accountId: account.id };
  return { ...visit, login, externalId, token: await linkTo(portal, visit) };
}

/** Calls API-23 for the visit and the times of some days. */
export async function readVisit(portal: TestPortal, token: string, days = ['2026-12-01', '2026-12-15']) {
  const [from = '', to = ''] = days;
  const query = { Token: token, StartDate: from, EndDate: to };
  return (await portal.get('/appointment/schedules', query)).json();
}

/** Returns the times that a visit can be moved to. */
export async function timesOf(
  portal: TestPortal,
  token: string,
  days = ['2026-11-24', '2026-12-15'],
): Promise<WireTime[]> {
  const { result } = await readVisit(portal, token, days);
  return result.flatMap(({ Slots }: { Slots: WireTime[] }) => Slots);
}

/** Calls API-23 to move the visit. */
export async function book(
  portal: TestPortal,
  token: string,
  { start, end }: WireTime,
  headers: Record<string, string> = { 'x-correlation-id': 'booking-of-a-test' },
): Promise<LightMyRequestResponse> {
  return await portal.inject({
    method: 'GET',
    url: '/myaccount/api/appointment/schedule',
    query: { Token: token, scheduleStart: start, scheduleEnd: end },
    headers,
  });
}

/** Sets a visit's progress as the field service's people do. */
export async function setProgress(
  sandbox: Pick<TestSandbox, 'url'>,
  { externalId }: Pick<PlannedVisit, 'externalId'>,
  jobStatus: JobStatus,
): Promise<void> {
  const body = new URLSearchParams({ jobStatus });
  await fetch(`${sandbox.url}/visits/${externalId}/progress`, { method: 'POST', body, redirect: 'manual' });
}

/** Sets a visit's progress, and has its event sent. Returns the outcome of the event. */
export async function progressVisit(
  portal: TestPortal,
  sandbox: TestSandbox,
  { externalId }: Pick<PlannedVisit, 'externalId'>,
  jobStatus: JobStatus,
): Promise<string> {
  await setProgress(sandbox, { externalId }, jobStatus);
  const { body: appointment } = await callFieldService(sandbox, 'GET', `/appointment/${externalId}`);
  const eventType = 'AppointmentStateChangeEvent';
  const response = await portal.inject({
    method: 'POST',
    url: '/myaccount/hooks/field-service/test-field-service-hook-key-00001',
    payload: { eventId: randomUUID(), eventType, event: { appointment } },
  });
  return response.json().received;
}

/** Returns what a visit is now, with its changes, audit entries, and mails. */
export async function tracesOfVisit(
  { db }: TestPortal,
  { id, accountId }: Pick<BuiltVisit, 'id' | 'accountId'>,
) {
  const own = { account_id: accountId };
  const visit = await readRow(db, 'appointment', { ...own, id });
  const moves = await readRows(db, 'appointment_change', own, 'requested_at');
  const changes = moves.map(({ state, starts_at: startsAt }) => ({ state, startsAt }));
  const audited = onlyColumns(await readRows(db, 'audit_entry', own, 'id'), 'action', 'actor');
  const sent = await readRows(db, 'outbox', own, 'id');
  const mails = onlyColumns(sent, 'template', 'recipient', 'language', 'payload');
  return { visit, changes, audited, mails };
}
