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
  const open = new OpenLine();
  let number = 0;
  for await (const bytes of source) {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      open.add(bytes.subarray(start, end));
      start = end + 1;
      number += 1;
      lines.push(...open.close(number));
    }
    open.add(bytes.subarray(start));
    if (lines.length > 0) yield lines;
  }
  const last = open.close(number + 1);
  if (last.length > 0) yield last;
}

/** The line that is being read, in pieces as they come. */
class OpenLine {
  #pieces: Buffer[] = [];
  #bytes = 0;

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > maximumLineBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** Ends the line; nothing where it was blank. */
  close(number: number): FileLine[] {
    const [pieces, bytes] = [this.#pieces, this.#bytes];
    this.#pieces = [];
    this.#bytes = 0;
    if (bytes > maximumLineBytes)
      return [{ number, text: null, problem: `is longer than ${maximumLineBytes} bytes` }];
    const [only] = pieces;
    const line = decode(pieces.length === 1 && only ? only : Buffer.concat(pieces));
    if (line === null) return [{ number, text: null, problem: 'is not UTF-8' }];
    return line.trim() === '' ? [] : [{ number, text: line }];
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
