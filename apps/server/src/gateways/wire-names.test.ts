import { expect, test } from 'vitest';
import { openTmf646 } from './field-service/tmf646.ts';
import { wireNames } from './wire-names.ts';

const names = wireNames('transafe', {
  'transafe.rows': 'rows',
  'transafe.captured': 'OPEN',
  'transafe.by-order': 'order_num',
  'transafe.by-status': '',
  'transafe.settled': '/api/v2/report/batched',
  'orbital.part': 'ignored',
});

test('[CONFIG-4] a call has the service’s names, and none for an empty one', () => {
  const call = { method: 'GET', path: '/api/v2/report/settled?ordernum=1&status=RETURNED&bdate=2' } as const;
  expect(names.call(call)).toEqual({
    method: 'GET',
    path: '/api/v2/report/batched?order_num=1&bdate=2',
    body: undefined,
    form: undefined,
  });
  const body = { order: { ordernum: '1', status: 'CAPTURED' } };
  expect(names.call({ path: '/api/v2/report', body })).toMatchObject({
    path: '/api/v2/report',
    body: { order: { ordernum: '1', status: 'OPEN' } },
  });
});

test('[CONFIG-4] an answer has our names; where ours was replaced, the service means something else', () => {
  const rows = [
    { ttid: '1', status: 'OPEN' },
    { status: 'CAPTURED' },
    { status: 'SETTLED', redeemedAmount: '1' },
  ];
  expect(names.answer({ rows, report: 'daily', empty: null, count: 1 })).toEqual({
    report: [{ ttid: '1', status: 'CAPTURED' }, {}, { status: 'SETTLED', redeemedAmount: '1' }],
    empty: null,
    count: 1,
  });
});

test('[CONFIG-4] a word within a text', () => {
  const auth0 = wireNames('auth0', { 'auth0.expired': 'too old' });
  expect(auth0.answer({ error_description: 'The code is too old.', other: 'too old' })).toEqual({
    error_description: 'The code is expired.',
    other: 'too old',
  });
});

test('[CONFIG-4] without names of a service, nothing is touched', () => {
  const body = { report: [] };
  expect(wireNames('orbital', { 'transafe.rows': 'rows' }).answer(body)).toBe(body);
});

test('[CONFIG-4] an event of the field service is read with its names, too', () => {
  const settings = { url: 'http://127.0.0.1:9', token: 't', hookKey: 'k'.repeat(32), previousHookKey: null };
  const names = { 'field-service.progress': 'workOrderStatus' };
  const { readEvent } = openTmf646({ ...settings, timeoutMs: 1_000, names });
  const at = '2026-03-10T15:00:00Z';
  const validFor = { startDateTime: at, endDateTime: '2026-03-10T17:00:00Z' };
  const appointment = {
    id: 'V1',
    status: 'confirmed',
    lastUpdate: at,
    validFor,
    workOrderStatus: 'En Route',
  };
  const event = { eventId: 'E1', eventType: 'AppointmentStateChangeEvent', event: { appointment } };
  expect(readEvent(event)).toMatchObject({ report: { jobStatus: 'En Route' } });
});
