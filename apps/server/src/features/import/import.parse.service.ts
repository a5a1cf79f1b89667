import { textsOf } from '../../platform/database/copy.ts';
import { type SecretKey, Secrets } from '../../platform/secrets.ts';
import type { FileLine } from './import.lines.rules.ts';
import { parseLines } from './import.parse.rules.ts';
import { refusedCells, stagedCells } from './import.staging.repository.ts';

/** Rows of the staging tables in COPY's text format. */
export interface StagedTexts {
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
}

/** Parses lines into rows of the staging tables. */
export function textsOfLines(lines: readonly FileLine[], secrets: Secrets): StagedTexts {
  const { parsed, refusals } = parseLines(lines, secrets);
  return {
    lines: [...textsOf(parsed.map(stagedCells))],
    refusals: [...textsOf(refusals.map(refusedCells))],
  };
}

/** {@link textsOfLines} in a thread of its own, where buffers arrive as plain bytes. */
export function parseInThread(task: {
  readonly lines: readonly FileLine[];
  readonly keys: readonly { readonly id: string; readonly key: Uint8Array }[];
}): StagedTexts {
  const keys = task.keys.map(({ id, key }): SecretKey => ({ id, key: Buffer.from(key) }));
  return textsOfLines(task.lines, new Secrets(keys));
}
