import type { Secrets } from '../../platform/secrets.ts';
import { type Change, changeOf } from './import.changes.rules.ts';
import { type KnownRepository, recordName } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';

/** Lines compared with their last import. */
export interface ComparedLines {
  /** Readable lines that say something new. */
  readonly changes: readonly Change[];
  /** Lines that were refused when they were read. */
  readonly refused: readonly StagedLine[];
  /** The same content under another hash: only the hash is stored again. */
  readonly rehashed: readonly Change[];
}

/** Leaves out lines that say the same as at their last import. */
export async function compareLines(
  lines: readonly StagedLine[],
  known: KnownRepository,
  secrets: Secrets,
): Promise<ComparedLines> {
  const readable = lines.filter(isReadable);
  const hashes = await known.hashes(readable);
  const different = readable.filter(
    ({ type, key, hash }) => !hashes.get(recordName(type, key))?.equals(hash),
  );
  const contents = await known.contents(
    different.filter(({ type, key }) => hashes.has(recordName(type, key))),
  );
  const compared = different.map((line) =>
    changeOf(line, contents.get(recordName(line.type, line.key)) ?? null, secrets),
  );
  return {
    changes: compared.filter(({ fields }) => fields.size > 0),
    rehashed: compared.filter(({ fields }) => fields.size === 0),
    refused: lines.filter((line) => !isReadable(line)),
  };
}

function isReadable(
  line: StagedLine,
): line is StagedLine & { readonly content: string; readonly hash: Buffer } {
  return line.content !== null && line.hash !== null;
}
