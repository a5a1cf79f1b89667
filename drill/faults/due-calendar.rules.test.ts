import { expect, test } from 'vitest';
import { type BillCalendar, expectPayments } from './due-calendar.rules.ts';

const autopay = (...dueOn: string[]): BillCalendar => ({ pays: 'by autopay', dueOn });
const planned = (...dueOn: string[]): BillCalendar => ({ pays: 'as planned', dueOn });

test.each<[string, BillCalendar, string[], string[], number]>([
  ['its day', autopay('2027-03-14'), ['2027-03-13', '2027-03-14', '2027-03-15'], ['2027-03-14 8499'], 0],
  ['seven days late', planned('2027-03-14'), ['2027-03-13', '2027-03-21'], ['2027-03-21 8499'], 0],
  ['eight days late', planned('2027-03-14'), ['2027-03-13', '2027-03-22'], [], 1],
  ['two that wait', autopay('2027-03-14', '2027-03-15'), ['2027-03-16'], ['2027-03-16 16998'], 0],
  [
    'missed, and collected with the next bill',
    autopay('2027-03-14', '2027-04-14'),
    ['2027-03-22', '2027-04-14'],
    ['2027-04-14 16998'],
    1,
  ],
])('%s', (_what, bills, workingDays, charges, missed) => {
  expect(expectPayments(bills, workingDays)).toEqual({ charges, missed });
});
