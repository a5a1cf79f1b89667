import type { Secrets } from '../../platform/secrets.ts';
import { type FileLine, readLines } from './import.lines.rules.ts';
import type { Staging } from './import.staging.repository.ts';
import { LineParser, threads } from './import.threads.service.ts';

const linesAtOnce = 1_000;
const charactersAtOnce = 1024 * 1024;

/** Reads a file, parses its lines, and stages them; returns their number. Calls `onRead` with the lines staged so far. */
export async function stageLines(
  source: AsyncIterable<Buffer>,
  staging: Staging,
  secrets: Secrets,
  onRead: (lines: number) => void,
): Promise<number> {
  const parser = new LineParser(secrets);
  const bundles = bundlesOf(source);
  let lines = 0;
  let staged = Promise.resolve();
  const stageBundles = async () => {
    for (let next = await bundles.next(); !next.done; next = await bundles.next()) {
      const bundle = next.value;
      const texts = await parser.parse(bundle);
      // One COPY at a time on the connection; meanwhile the threads go on.
      staged = staged.then(() => staging.stage(texts.lines, texts.refusals));
      await staged;
      lines += bundle.length;
      onRead(lines);
    }
  };
  try {
    await Promise.all(Array.from({ length: threads + 1 }, stageBundles));
  } finally {
    await parser.close();
  }
  return lines;
}

/** Lines in bundles that fit into memory, however many or long they are. */
async function* bundlesOf(source: AsyncIterable<Buffer>): AsyncGenerator<FileLine[]> {
  let waiting: FileLine[] = [];
  let characters = 0;
  for await (const lines of readLines(source)) {
    for (const line of lines) {
      waiting.push(line);
      characters += line.text?.length ?? 0;
      if (waiting.length < linesAtOnce && characters < charactersAtOnce) continue;
      yield waiting;
      waiting = [];
      characters = 0;
    }
  }
  if (waiting.length > 0) yield waiting;
}
