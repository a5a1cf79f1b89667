import pg from 'pg';
import { streamOf } from '../platform/database/client-stream.ts';
import { summaryOf } from '../platform/tracing/trace-statements.ts';

/** A statement, and the number of the write to a socket that it went out with. */
export interface LoggedStatement {
  /** Its first word and its first table. */
  readonly summary: string;
  readonly write: number;
}

type Call = (...input: unknown[]) => unknown;

/** Logs what the connections send that a pool hands out from now on. Empty the array to start over. */
export function logStatements(pool: pg.Pool): LoggedStatement[] {
  const log: LoggedStatement[] = [];
  let writes = 0;
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    onWrite(client, () => {
      writes += 1;
    });
    onQuery(client, (text) => log.push({ summary: summaryOf(text), write: writes + 1 }));
  });
  return log;
}

/** Calls back whenever something is handed to the operating system: several messages at once are one write. */
export function onWrite(client: pg.ClientBase, called: () => void): void {
  const stream = streamOf(client);
  for (const name of ['_write', '_writev']) {
    const write = Reflect.get(stream, name).bind(stream) as Call;
    Reflect.set(stream, name, (...input: unknown[]) => {
      called();
      write(...input);
    });
  }
}

function onQuery(client: pg.PoolClient, called: (text: string) => void): void {
  const query = client.query.bind(client) as Call;
  client.query = ((...input: unknown[]) => {
    const [first] = input;
    called(typeof first === 'string' ? first : (first as { readonly text: string }).text);
    return query(...input);
  }) as typeof client.query;
}

/** Calls back for each statement of this process, over any connection, while `work` runs. Returns what `work` returns. */
export async function watchStatements<T>(work: () => Promise<T>, called: (text: string) => void): Promise<T> {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [first] = input;
    called(typeof first === 'string' ? first : String((first as { text?: unknown } | null)?.text));
    return Reflect.apply(query, this, input);
  } as typeof query;
  try {
    return await work();
  } finally {
    pg.Client.prototype.query = query;
  }
}
