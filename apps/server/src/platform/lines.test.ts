import { describe, expect, test } from 'vitest';
import { maximumLineBytes, readLines } from './lines.ts';

async function linesOf(text: string | Buffer, chunkBytes: number): Promise<[number, string | undefined][]> {
  const bytes = Buffer.from(text);
  const source = (async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  })();
  const lines: [number, string | undefined][] = [];
  for await (const bundle of readLines(source))
    lines.push(
      ...bundle.map((line): [number, string | undefined] => [line.number, line.text ?? line.problem]),
    );
  return lines;
}

describe('lines of a file', () => {
  test.each([1, 2, 7, 1_000])('are the same in pieces of %i bytes', async (chunkBytes) => {
    expect(await linesOf('{"a":"ß"}\n\n{"b":"王"}\r\n  \nlast', chunkBytes)).toEqual([
      [1, '{"a":"ß"}'],
      [3, '{"b":"王"}\r'],
      [5, 'last'],
    ]);
  });

  test('a byte order mark at the beginning is left out', async () => {
    expect(await linesOf('\ufeff{}', 2)).toEqual([[1, '{}']]);
  });

  test('one without an end is skipped without being held in memory, and the next one is read', async () => {
    const piece = Buffer.alloc(1_000_000, 'x');
    const pieces = 200;
    const source = (async function* () {
      for (let count = 0; count < pieces; count += 1) yield piece;
      yield Buffer.from('\n{}');
    })();
    const before = process.memoryUsage().arrayBuffers;
    const lines: unknown[] = [];
    for await (const bundle of readLines(source)) lines.push(...bundle);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    expect(lines).toEqual([
      { number: 1, text: null, problem: `is longer than ${maximumLineBytes} bytes` },
      { number: 2, text: '{}' },
    ]);
  });
});
