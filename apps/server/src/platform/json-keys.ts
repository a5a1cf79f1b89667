import { OperatorError } from './operator-error.ts';

/** A string with the colon that makes it a key, or what opens or closes an object or a list. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

/** Returns the first key that an object of a valid JSON text has twice, with its line; `JSON.parse` would keep the last value. */
export function findRepeatedKey(text: string): { key: string; line: number } | undefined {
  const open: Set<string>[] = [];
  for (const { 0: mark, 1: string = '', 2: colon, index } of text.matchAll(token)) {
    if (mark === '{' || mark === '[') open.push(new Set());
    else if (mark === '}' || mark === ']') open.pop();
    else if (colon !== undefined) {
      const key: string = JSON.parse(string);
      const keys = open.at(-1);
      if (keys?.has(key)) return { key, line: text.slice(0, index).split('\n').length };
      keys?.add(key);
    }
  }
  return undefined;
}

/** Parses JSON that an operator gives. Throws an OperatorError with line and key if an object has a key twice. */
export function parseOperatorJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const repeated = findRepeatedKey(text);
  if (repeated)
    throw new OperatorError(`line ${repeated.line}: "${repeated.key}" is given twice in one object`);
  return value;
}
