import pg from 'pg';

/** Where a PostgreSQL listens: a host name or the folder of its socket, and a port. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

const probeTimeoutMs = 2_000;

/** Finds the writable one of several hosts. */
export class PrimaryFinder {
  readonly #urls: readonly string[];
  #last: string | undefined;
  #search: Promise<DatabaseHost> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /**
   * Returns the host that accepts writes now; tries the last one first. Callers at the same time share one search.
   * Throws the error of the first host if none accepts writes.
   */
  find(): Promise<DatabaseHost> {
    this.#search ??= this.#findNow().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #findNow(): Promise<DatabaseHost> {
    const last = this.#last;
    if (last) {
      const host = await requireWritable(last).catch(() => undefined);
      if (host) return host;
    }
    const searches = this.#urls.map(async (url) => {
      const host = await requireWritable(url);
      this.#last = url;
      return host;
    });
    return await Promise.any(searches).catch((error: AggregateError) => {
      throw error.errors[0];
    });
  }
}

/** Throws if the host cannot be reached in time, or refuses writes: a standby, or one in read-only mode. */
async function requireWritable(url: string): Promise<DatabaseHost> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ mode: string }>(
      "select current_setting('transaction_read_only') as mode",
    );
    if (rows[0]?.mode !== 'off') throw new ReadOnlyHost(client.host);
    return { host: client.host, port: client.port };
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** PostgreSQL's own code and words for a write to a standby, so that callers get 503 and try again. */
class ReadOnlyHost extends Error {
  readonly code = '25006';

  constructor(host: string) {
    super(`cannot write: ${host} is read-only`);
  }
}
