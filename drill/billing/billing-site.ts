import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../apps/server/src/config.ts';
import { openSession } from '../../apps/server/src/features/sessions/sessions.service.ts';
import { instantAt } from '../../apps/server/src/platform/business-day.ts';
import { isDatabaseAway } from '../../apps/server/src/platform/database/failure.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import type { Portal } from '../../apps/server/src/platform/portal.ts';
import { type SandboxCalls, sandboxCalls } from '../../apps/server/src/testing/sandbox.ts';
import { withClient } from '../../environment/database.ts';
import { askOperator, type OperatorAnswer } from '../../environment/operator.ts';
import { comesTrue } from '../../environment/poll.ts';
import { checkout } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import { ServerProcess, sandbox } from '../faults/server-process.ts';

const timeZone = 'America/New_York';
const clockPollMs = 300;
const plant = join(import.meta.dirname, '..', 'faults', 'planted', 'plant.ts');
/** Without a limit of calls; impatient, so that what is cut off does not last minutes. */
const settings = {
  BILLING_SYSTEM: 'gtv',
  BILLING_CALLS_PER_SECOND: '0',
  BILLING_FRESH_SECONDS: '5',
  BILLING_PRODUCTS_FILE: join(checkout, 'scripts/start/demo-products.json'),
  GTV_TIMEOUT_MS: '4000',
  PROCESSOR_TIMEOUT_MS: '3000',
  PAYMENT_TRIES_PER_LOGIN: '1000000',
  AUTOPAY_HOUR: '0',
  RETAIN_MAIL_DAYS: '3650',
  LOG_LEVEL: 'info',
};
const client = { address: '127.0.0.1', userAgent: 'drill', correlationId: 'drill-session' };
/** A server that is killed holds what it was reading for two minutes of the database's clock, which no drill moves. */
const passTime = `update billing_reading set claimed_until = now() where claimed_until > now();
  update billing_cursor set claimed_until = least(claimed_until, now() + interval '2 seconds');
  update billing_pace set next_at = least(next_at, now() + interval '1 second')`;
const settledWithinMs = 90_000;
const passTimeEveryMs = 8_000;
const [mostTries, retryMs] = [60, 500];

/** What of a customer's call is asked for. */
export interface Signed {
  readonly accountId: string;
  readonly accessToken: string;
}

/** One of the servers that are killed, the database, or the sandbox. */
export const victims = ['web', 'first jobs', 'second jobs', 'both jobs', 'sandbox', 'database'] as const;

/** A sandbox, two servers of jobs, and one of the web, that follow its billing system. */
export class BillingSite {
  readonly database: DatabaseAddresses;
  readonly web: ServerProcess;
  readonly jobs: readonly [ServerProcess, ServerProcess];
  /** Waits for an answer even while its own time stands still; not started. */
  readonly patient: ServerProcess;
  readonly outside: ServerProcess;
  readonly calls: SandboxCalls;
  /** The drill's own access to the database. */
  readonly portal: Portal;
  readonly #environment: DrillEnvironment;
  readonly #settings: Settings;

  private constructor(environment: DrillEnvironment, database: DatabaseAddresses, ports: readonly number[]) {
    const [sandboxPort = 0, smtpPort = 0, framePort = 0, webPort = 0, ...jobPorts] = ports;
    const bug = environment.options.planted;
    const usual = environment.settingsFor(database, webPort, { sandboxPort, smtpPort, framePort });
    const outsideUrl = `http://127.0.0.1:${sandboxPort}`;
    const clock = { CLOCK_FILE: environment.clockFile, GTV_URL: `${outsideUrl}/gotransverse` };
    const planted: Settings =
      bug === undefined ? {} : { PLANTED_BUG: bug, NODE_OPTIONS: `--import=${plant}` };
    const logs = join(environment.dataDir, 'logs');
    this.database = database;
    this.#environment = environment;
    this.#settings = { ...usual, ...clock, ...settings, ...planted };
    const own = {
      ...usual,
      ...clock,
      PORT: String(sandboxPort),
      DATA_DIR: join(environment.dataDir, 'billing'),
    };
    const calls = { SANDBOX_BILLING_CALLS_PER_SECOND: '0', SANDBOX_MIDNIGHT: 'central' };
    this.outside = new ServerProcess('billing-sandbox', { ...own, ...calls }, logs, sandbox);
    const serverOf = (name: string, PORT: number | undefined, ROLE: string, more: Settings = {}) =>
      new ServerProcess(name, { ...this.#settings, PORT: String(PORT), ROLE, ...more }, logs);
    this.web = serverOf('billing-web', webPort, 'web');
    this.jobs = [
      serverOf('billing-jobs-1', jobPorts[0], 'jobs'),
      serverOf('billing-jobs-2', jobPorts[1], 'jobs'),
    ];
    this.patient = serverOf('billing-jobs-patient', jobPorts[2], 'jobs', { GTV_TIMEOUT_MS: '120000' });
    this.calls = sandboxCalls(outsideUrl);
    this.portal = openPortal(readConfig({ ...this.#settings }), pino({ level: 'silent' })).portal;
  }

  /** Opens a site with an empty database and an empty sandbox; nothing is started. */
  static async open(environment: DrillEnvironment): Promise<BillingSite> {
    const database = await environment.postgres.emptyDatabase('billing');
    const ports = [...(await findFreePorts()), ...(await findFreePorts())];
    return new BillingSite(environment, database, ports);
  }

  get servers(): readonly ServerProcess[] {
    return [this.web, ...this.jobs];
  }

  /** Runs an operator's command, by default while the billing system is followed. */
  async ops(command: readonly string[], changes: Settings = {}): Promise<OperatorAnswer> {
    return await askOperator(command, { ...this.#settings, ...changes });
  }

  /** Sets the clock of all to an hour of a business day. */
  async setClock(day: string, hour: number): Promise<void> {
    const time = new Date(hour * 3_600_000).toISOString().slice('1970-01-01T'.length, -1);
    const ahead = instantAt(`${day}T${time}`, timeZone).getTime() - Date.now();
    writeFileSync(this.#environment.clockFile, String(ahead));
    await sleep(clockPollMs);
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return await onceThere(() =>
      withClient(this.database.url, async (own) => (await own.query<Row>(text, values)).rows),
    );
  }

  /** Posts to the sandbox as a person or a program there does. */
  async post(path: string, body: string, type = 'application/json'): Promise<Record<string, unknown>> {
    const headers = { 'content-type': type };
    const response = await fetch(`${this.outside.url}${path}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  /** Does what a person at the provider's billing department does. Returns the number of what it made. */
  async act(account: string, act: string, body: object): Promise<string> {
    const done = await this.post(`/gotransverse/accounts/${account}/${act}`, JSON.stringify(body));
    return String(done.number);
  }

  /** Signs the primary user of an account in. */
  async signIn(accountNumber: string): Promise<Signed> {
    const { db } = this.portal;
    const [row] = await this.query<{ accountId: string; loginId: string }>(
      `select a.id as "accountId", la.login_id as "loginId" from account a join login_account la on la.account_id = a.id
       where a.account_number = $1 and la.role = 'primary' limit 1`,
      [accountNumber],
    );
    if (!row) throw new Error(`Nobody signs in for ${accountNumber}`);
    const { accessToken } = await onceThere(() =>
      db.transaction().execute((trx) => openSession(trx, this.portal, row.loginId, client)),
    );
    return { accountId: row.accountId, accessToken };
  }

  /** Waits until everything was read that was so at a time; else returns the accounts that were not. */
  async settle(since: Date): Promise<readonly string[]> {
    const unread = `select a.account_number from account a left join billing_reading r on r.account_id = a.id
      where r.read_at is null or r.read_at < $1 or r.due_at is not null or r.is_doubtful`;
    let left: { account_number: string }[] = [];
    let passAt = performance.now() + passTimeEveryMs;
    const isRead = async () => {
      if (performance.now() > passAt) {
        passAt = performance.now() + passTimeEveryMs;
        await this.passTime();
      }
      left = await this.query<{ account_number: string }>(unread, [since]);
      return left.length === 0;
    };
    left = [{ account_number: 'none could be asked for' }];
    await comesTrue(isRead, settledWithinMs, 200);
    return left.map(({ account_number }) => account_number);
  }

  /** Lets the time of the database's clock pass that a dead server's claims last. */
  async passTime(): Promise<void> {
    await this.query(passTime);
  }

  async close(): Promise<void> {
    for (const server of [...this.servers, this.patient, this.outside]) {
      server.resume();
      await server.stop();
    }
    await this.portal.db.destroy();
  }
}

/** Repeats what the database is asked for while it recovers from a kill. */
async function onceThere<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask();
    } catch (error) {
      if (tries === mostTries || !isDatabaseAway(error)) throw error;
      await sleep(retryMs);
    }
}
