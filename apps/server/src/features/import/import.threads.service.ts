import { Tinypool } from 'tinypool';
import type { Secrets } from '../../platform/secrets.ts';
import type { FileLine } from './import.lines.rules.ts';
import { type StagedTexts, textsOfLines } from './import.parse.service.ts';

/** Below, starting threads takes longer than they save. */
const linesWithoutThreads = 5_000;
/** Lines that wait or are parsed at once stay few: memory does not grow with the file. */
export const threads = 2;

/** Of a thread, many times what a bundle takes: without a limit V8 lets garbage wait, with less it copies a bundle again and again. */
const memory = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 192 };

/** Parses the lines of one import: those of a small file in this thread, those of a large one in threads. */
export class LineParser {
  readonly #secrets: Secrets;
  #lines = 0;
  #pool: Tinypool | null = null;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Returns what lines say, ready to be staged. */
  async parse(lines: readonly FileLine[]): Promise<StagedTexts> {
    this.#lines += lines.length;
    if (this.#lines <= linesWithoutThreads) return textsOfLines(lines, this.#secrets);
    this.#pool ??= new Tinypool({
      filename: new URL('./import.parse.service.ts', import.meta.url).href,
      name: 'parseInThread',
      minThreads: threads,
      maxThreads: threads,
      execArgv: [],
      resourceLimits: memory,
      // A thread gets its keys with its lines.
      env: {},
    });
    return await this.#pool.run({ lines, keys: this.#secrets.keys });
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}
