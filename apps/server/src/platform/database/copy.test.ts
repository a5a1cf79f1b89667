import { expect, test } from 'vitest';
import { textsOf } from './copy.ts';

test('values are written as COPY reads them, and a text never ends its cell or its row', () => {
  const at = new Date('2026-11-24T10:00:00Z');
  const rows = [
    ['plain', '', null, 12, false, at, Buffer.from([0, 255])],
    ['\\N', 'tab\ttab\t', 'line\nline\n', 'return\rreturn\r', '\\\\', 'ä \u{1F600}'],
  ];
  const text = [...textsOf(rows)].join('');
  expect(text.split('\n')).toEqual([
    'plain\t\t\\N\t12\tfalse\t2026-11-24T10:00:00.000Z\t\\\\x00ff',
    '\\\\N\ttab\\ttab\\t\tline\\nline\\n\treturn\\rreturn\\r\t\\\\\\\\\tä \u{1F600}',
    '',
  ]);
});
