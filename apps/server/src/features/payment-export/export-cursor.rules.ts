import { z } from 'zod';

/** A position in the export of one database. */
export interface ExportCursor {
  /** What counts the positions: the database, with its dumps, copies, and standbys. */
  readonly stream: string;
  readonly position: number;
  /** The batch that assigned the position: another history has another one. */
  readonly batch: string;
}

const version = 2;

/** One entry for each stream, so that a distributed database can count on every node. */
const content = z.strictObject({
  v: z.literal(version),
  at: z.record(z.uuid(), z.tuple([z.int().positive(), z.uuid()])),
});

/** Returns a cursor as the text that billing stores. Nobody but this file reads it. */
export function formatCursor({ stream, position, batch }: ExportCursor): string {
  const value: z.infer<typeof content> = { v: version, at: { [stream]: [position, batch] } };
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the cursor that a text holds; undefined if it is none. */
export function parseCursor(text: string): ExportCursor | undefined {
  const read = content.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  const [entry, ...others] = Object.entries(read.data?.at ?? {});
  if (!entry || others.length > 0) return undefined;
  const [stream, [position, batch]] = entry;
  return { stream, position, batch };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
