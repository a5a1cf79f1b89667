import { expect, test } from 'vitest';
import { textLine, textSection } from './text-section.ts';

const row = {
  at: new Date('2026-11-24T17:00:00Z'),
  open_cents: 8_499,
  payment_reference: '7K3MQ9TX',
  detail: { links: 1 },
  typed: 'red\u001b[31m\n|{at}',
  missing: null,
};

test.each([
  ['sent {at}', 'sent 2026-11-24T17:00:00.000Z'],
  ['open {open_cents}, {payment_reference}', 'open $84.99, 7K3M-Q9TX'],
  ['{detail}', '{"links":1}'],
  ['{typed}', 'red [31m |{at}'],
  ['sent {missing}', ''],
  ['sent {missing}|waits since {at}|unknown', 'waits since 2026-11-24T17:00:00.000Z'],
  ['sent {missing}|unknown', 'unknown'],
])('a line shows the values of its row: %s', (template, text) => {
  expect(textLine(template, row)).toBe(text);
});

test('a line that names a column that is not there is refused', () => {
  expect(() => textLine('{nobody}', row)).toThrow('There is no column nobody');
});

test('a section aligns its cells, and leaves out empty columns', () => {
  const rows = [
    { name: 'longer', note: null, by: 'Kim' },
    { name: 'x', note: null, by: null },
  ];
  expect(textSection('Title', '{name}  note {note}  by {by}', rows)).toBe('Title\n  longer  by Kim\n  x');
  expect(textSection('Title', '{name}', [])).toBe('Title: none');
});
