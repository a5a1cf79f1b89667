import { expect, test } from 'vitest';
import { findRepeatedKey, parseOperatorJson } from './json-keys.ts';

test.each([
  ['{"a":1,"a":2}', { key: 'a', line: 1 }],
  ['{\n  "a": 1,\n  "b": {\n    "c" : 1,\n    "c"\n: 2\n  }\n}', { key: 'c', line: 5 }],
  ['[{"a":1},{"b":1,"b":1}]', { key: 'b', line: 1 }],
  ['{"a":{"a":[{"x":"}"}]},"a":1}', { key: 'a', line: 1 }],
  ['{"a":1,"\\u0061":2}', { key: 'a', line: 1 }],
  ['{"a\\"":1,"a\\"":2}', { key: 'a"', line: 1 }],
  ['{"__proto__":1,"__proto__":2}', { key: '__proto__', line: 1 }],
  ['{"":1,"":2}', { key: '', line: 1 }],
  ['{"a":1,"b":"a","c":["a","a"],"d":{"a":1}}', undefined],
  ['{"a":"\\"a\\":","b":"{\\"a\\":1,\\"a\\":2}"}', undefined],
  ['{"a":"\\\\","b":1}', undefined],
  ['[{"a":1},{"a":2}]', undefined],
  ['{"a":1,"A":2}', undefined],
])('%j: %j', (text, repeated) => {
  expect(findRepeatedKey(text)).toEqual(repeated);
});

test('a JSON file is read, or refused with line and key', () => {
  expect(parseOperatorJson('{"name": "Fiber", "links": []}')).toEqual({ name: 'Fiber', links: [] });
  const twice = '{\n  "name": "Fiber",\n  "name": "Other"\n}';
  expect(() => parseOperatorJson(twice)).toThrow('line 3: "name" is given twice in one object');
  expect(() => parseOperatorJson('{')).toThrow(SyntaxError);
});
