/** One line of a file, numbered from 1. */
export interface FileLine {
  readonly number: number;
  /** Null where the line cannot be read; `problem` says why. */
  readonly text: string | null;
  readonly problem?: string;
}

const newline = 0x0a;
/** A bill of thousands of charges fits; a line beyond it is skipped without being held in memory. */
export const maximumLineBytes = 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Cuts a stream of bytes into lines, in bundles, whatever its size and however long a line is. Empty lines are
 * counted and left out.
 */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<FileLine[]> {
  let number = 0;
  // The line that is being read. Of one that is too long nothing is held.
  let open: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  for await (const bytes of source) {
    const lines: FileLine[] = [];
    let start = 0;
    open = open.length === 0 ? bytes : Buffer.concat([open, bytes]);
    for (let end = open.indexOf(newline); end >= 0; end = open.indexOf(newline, start)) {
      number += 1;
      lines.push(...lineOf(open.subarray(start, end), number, isTooLong));
      isTooLong = false;
      start = end + 1;
    }
    open = open.subarray(start);
    if (isTooLong || open.length > maximumLineBytes) {
      open = Buffer.alloc(0);
      isTooLong = true;
    }
    if (lines.length > 0) yield lines;
  }
  const last = lineOf(open, number + 1, isTooLong);
  if (last.length > 0) yield last;
}

/** Returns a line; nothing where it is blank. */
function lineOf(bytes: Buffer, number: number, isTooLong: boolean): FileLine[] {
  if (isTooLong || bytes.length > maximumLineBytes)
    return [{ number, text: null, problem: `is longer than ${maximumLineBytes} bytes` }];
  try {
    const text = decoder.decode(bytes);
    return text.trim() === '' ? [] : [{ number, text }];
  } catch {
    return [{ number, text: null, problem: 'is not UTF-8' }];
  }
}
