import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/api-problem.ts';
import { appointmentAt, slotAt, visitOf } from '../../testing/appointments.ts';
import { isAt, outcomeOfAnswer, outcomeOfFailure } from './booking.rules.ts';

const slot = slotAt('2026-11-24', 9, 11);
const other = appointmentAt(slotAt('2026-11-24', 13, 15));
const lost = new ApiProblem(0, { correlationId: 'lost-1' });
const refused = new ApiProblem(429, { correlationId: 'many-1', code: 'request.too-many' });

test.each([
  ['00', 'booked'],
  ['01', 'shown'],
  ['02', 'taken'],
  ['03', 'taken'],
  ['04', 'shown'],
  ['05', 'unavailable'],
  ['06', 'shown'],
] as const)('[SCHEDULE-6] the answer %s means: %s', (code, outcome) => {
  expect(outcomeOfAnswer[code]).toBe(outcome);
});

test('[SCHEDULE-3] a time is the same in every notation', () => {
  const appointment = { startDate: '2026-11-24T04:00:00-05:00', endDate: '2026-11-24T11:00:00Z' };
  expect(isAt(appointment, slot)).toBe(true);
  expect(isAt({ ...appointment, endDate: '2026-11-24T12:00:00Z' }, slot)).toBe(false);
  expect(isAt(other, slot)).toBe(false);
  expect(isAt(null, slot)).toBe(false);
});

test('[SCHEDULE-3] a lost answer is read from the visit, never taken for a failure', () => {
  const after = (changes: Parameters<typeof visitOf>[0]) => outcomeOfFailure(lost, slot, visitOf(changes));
  expect(after({ currentAppointment: appointmentAt(slot) })).toBe('booked');
  expect(after({ currentAppointment: other, confirming: appointmentAt(slot) })).toBe('shown');
  expect(after({ currentAppointment: other })).toBe('unavailable');
  expect(outcomeOfFailure(lost, slot, undefined)).toBe('unknown');
  expect(outcomeOfFailure(new ApiProblem(503, { correlationId: 'x' }), slot, undefined)).toBe('unknown');
});

test('[SCHEDULE-3] a refusal keeps its reason; a mistake of the page is a failure', () => {
  expect(outcomeOfFailure(refused, slot, visitOf({ currentAppointment: appointmentAt(slot) }))).toBe(refused);
  expect(outcomeOfFailure(new TypeError('x'), slot, undefined)).toBe('unavailable');
});
