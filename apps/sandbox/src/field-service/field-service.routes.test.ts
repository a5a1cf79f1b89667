import { afterEach, describe, expect, it } from 'vitest';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';

const authorization = `Bearer ${testCredentials.FIELD_SERVICE_TOKEN}`;
const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

const call = (method: string, path: string, body?: object, headers = { authorization }) =>
  sandbox.call(method, `/field-service/tmf-api/appointment/v4${path}`, {
    headers,
    ...(body ? { body } : {}),
  });

const time = (startDateTime: string, endDateTime: string) => ({ validFor: { startDateTime, endDateTime } });
const week = time('2026-03-11T05:00:00Z', '2026-03-18T05:00:00Z');

async function create(postcode = '43277') {
  const { body } = await call('POST', '/appointment', {
    category: 'repair',
    ...time('2026-03-20T13:00:00Z', '2026-03-20T15:00:00Z'),
    relatedEntity: [{ id: '700001', role: 'account', '@referredType': 'BillingAccount' }],
    relatedPlace: { role: 'serviceLocation', postcode },
  });
  return body.id as string;
}

async function freeTimes(postcode: string) {
  const task = await call('POST', '/searchTimeSlot', {
    category: 'repair',
    requestedTimeSlot: [week],
    relatedPlace: { role: 'serviceLocation', postcode },
  });
  expect(task).toMatchObject({ status: 201, body: { status: 'inProgress' } });
  const done = await call('GET', `/searchTimeSlot/${task.body.id}`);
  return done.body.availableTimeSlot as { validFor: { startDateTime: string; endDateTime: string } }[];
}

describe('the field service', () => {
  it('knows the visits of the demo customers from the start, and keeps their outcome', async () => {
    const demo = () => call('GET', '/appointment/VISIT-100200304');
    expect((await demo()).body).toMatchObject({
      jobStatus: 'Dispatch',
      relatedPlace: { postcode: '43201' },
      technician: { givenName: 'Luis' },
    });
    await sandbox.call('POST', '/visits/VISIT-100200304/progress', { body: { jobStatus: 'Complete' } });
    await sandbox.read('/visits');
    expect((await demo()).body.jobStatus).toBe('Complete');
    const { visits } = await sandbox.read('/visits.json');
    expect(visits).toContainEqual(expect.objectContaining({ id: 'VISIT-100200304', job_status: 'Complete' }));
    expect((await call('GET', '/appointment/VISIT-1')).status).toBe(404);
  });

  it('lists visits by pages, the latest first', async () => {
    await create();
    await sandbox.read('/visits');
    const all: { id: string; validFor: { startDateTime: string } }[] = (await call('GET', '/appointment'))
      .body;
    const starts = all.map(({ validFor }) => validFor.startDateTime);
    expect(starts).toEqual(starts.toSorted().reverse());
    expect(all.length).toBeGreaterThan(5);
    expect((await call('GET', '/appointment?offset=2&limit=3')).body).toEqual(all.slice(2, 5));
  });

  it('frees the time of a canceled visit, and none when others take all', async () => {
    const visit = await create('43377');
    const firstFree = async () => (await freeTimes('43377'))[0]?.validFor;
    const first = await firstFree();
    await call('PATCH', `/appointment/${visit}`, { validFor: first });
    expect(await firstFree()).not.toEqual(first);
    await call('DELETE', `/appointment/${visit}`);
    expect(await firstFree()).toEqual(first);
    await sandbox.call('POST', `/visits/${visit}/take-all`, { body: {} });
    expect(await freeTimes('43377')).toEqual([]);
  });

  it.each([
    ['a visit without a place', '/appointment', { relatedPlace: undefined }],
    ['a visit at a place without a role', '/appointment', { relatedPlace: { postcode: '43215' } }],
    ['a visit whose account has no type', '/appointment', { relatedEntity: [{ id: '1', role: 'account' }] }],
    ['a visit with a status', '/appointment', { status: 'confirmed' }],
    ['a search without a place', '/searchTimeSlot', { relatedPlace: undefined }],
    ['a search without a postal code', '/searchTimeSlot', { relatedPlace: { role: 'serviceLocation' } }],
  ])('refuses %s', async (_what, url, change) => {
    const right = {
      ...week,
      requestedTimeSlot: [week],
      relatedEntity: [{ id: '700001', role: 'account', '@referredType': 'BillingAccount' }],
      relatedPlace: { role: 'serviceLocation', postcode: '43215' },
    };
    expect((await call('POST', url, right)).status).toBe(201);
    expect(await call('POST', url, { ...right, ...change })).toMatchObject({
      status: 400,
      body: { code: '400', reason: 'invalid' },
    });
  });

  it('moves a technician on from its page, which the overview leads to', async () => {
    expect(await sandbox.read('/')).toContain('href="/visits"');
    const visit = await create();
    const set = (jobStatus: string) =>
      sandbox.call('POST', `/visits/${visit}/progress`, { body: { jobStatus } });
    expect((await set('En Route')).status).toBe(303);
    expect((await call('GET', `/appointment/${visit}`)).body).toMatchObject({
      status: 'confirmed',
      jobStatus: 'En Route',
      technician: { givenName: 'Luis' },
      arrival: { earliest: '2026-03-10T15:20:00.000Z', latest: '2026-03-10T15:45:00.000Z' },
    });
    await set('Complete');
    expect((await call('GET', `/appointment/${visit}`)).body).toMatchObject({
      status: 'completed',
      arrival: null,
    });
    const [free] = await freeTimes('43277');
    expect((await call('PATCH', `/appointment/${visit}`, free)).status).toBe(403);
    expect((await set('Lost')).status).toBe(400);
    expect(await sandbox.read('/visits')).toContain(visit);
  });

  it('keeps subscriptions, and sends an event again', async () => {
    const { body } = await call('POST', '/hub', { callback: 'http://127.0.0.1:9/hook' });
    await create();
    await expect
      .poll(async () => (await sandbox.read('/visits.json')).events[0])
      .toMatchObject({ sent: 1, status: null });
    const [{ number }] = (await sandbox.read('/visits.json')).events;
    expect((await sandbox.call('POST', `/visits/events/${number}/send`, { body: {} })).status).toBe(303);
    expect((await sandbox.read('/visits.json')).events[0].sent).toBe(2);
    expect((await call('DELETE', `/hub/${body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/hub/${body.id}`)).status).toBe(404);
  });
});
