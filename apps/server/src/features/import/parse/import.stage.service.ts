import { textsOf } from '../../../platform/database/copy.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { readLines } from './import.lines.rules.ts';
import { parseLine } from './import.parse.rules.ts';
import { type Staging, stagedCells } from './import.staging.repository.ts';

/**
 * Reads a file, parses its lines, and stages them in one COPY, piece by piece as the database takes them; returns their
 * number. Calls `onRead` with the lines read so far.
 */
export async function stageLines(
  source: AsyncIterable<Buffer>,
  staging: Staging,
  secrets: Secrets,
  onRead: (lines: number) => void,
): Promise<number> {
  let count = 0;
  async function* texts(): AsyncGenerator<string> {
    for await (const lines of readLines(source)) {
      yield* textsOf(lines.map((line) => stagedCells(parseLine(line, secrets))));
      count += lines.length;
      onRead(count);
    }
  }
  await staging.stage(texts());
  return count;
}
