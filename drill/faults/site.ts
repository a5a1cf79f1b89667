import { join } from 'node:path';
import { addDays } from '@myaccount/contract/calendar';
import type { ProcessorName } from '@myaccount/contract/processors';
import { pino } from 'pino';
import { readConfig } from '../../apps/server/src/config.ts';
import { openSession } from '../../apps/server/src/features/sessions/sessions.service.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import type { Portal } from '../../apps/server/src/platform/portal.ts';
import { buildInvoice } from '../../apps/server/src/testing/builders/invoice.ts';
import { buildLogin } from '../../apps/server/src/testing/builders/login.ts';
import { bankAccount, buildMethod } from '../../apps/server/src/testing/builders/payment-method.ts';
import {
  type SandboxCalls,
  type SandboxCharge,
  sandboxCalls,
} from '../../apps/server/src/testing/sandbox.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import { billCents } from './due-calendar.rules.ts';
import { ServerProcess } from './server-process.ts';

/** A signed-in customer with one bill and one saved method. */
export interface Customer {
  readonly loginId: string;
  readonly accountId: string;
  readonly accountNumber: string;
  readonly customerNumber: string;
  readonly methodId: string;
  readonly accessToken: string;
  readonly kind: 'card' | 'bank';
}

interface CustomerOptions {
  readonly processor: ProcessorName;
  readonly kind?: Customer['kind'];
  /** A magic value of the sandbox, such as `declined`. */
  readonly outcome?: string;
  /** Days on which bills are due; the default is one bill of November. */
  readonly dueOn?: readonly string[];
}

/** Long enough for a slow machine, short enough that a lost charge is soon unknown. */
const settings = {
  PROCESSOR_TIMEOUT_MS: '3000',
  PAYMENT_TRIES_PER_LOGIN: '1000000',
  AUTOPAY_HOUR: '0',
  LOG_LEVEL: 'info',
};
/** From a bill's day to its due date, as its builder has it. */
const daysToPay = 21;
const client = { address: '127.0.0.1', userAgent: 'drill', correlationId: 'drill-session' };
const plant = join(import.meta.dirname, 'planted', 'plant.ts');

/** A database, the sandbox, and portal processes for one part of the drill. */
export class Site {
  readonly database: DatabaseAddresses;
  readonly sandbox: SandboxCalls;
  /** The drill's own access to the database. */
  readonly portal: Portal;
  readonly openedAt: Date;
  readonly #environment: DrillEnvironment;
  readonly #more: Settings;
  readonly #servers: ServerProcess[] = [];

  private constructor(
    environment: DrillEnvironment,
    database: DatabaseAddresses,
    sandboxUrl: string,
    more: Settings,
  ) {
    this.#environment = environment;
    this.#more = more;
    this.database = database;
    this.sandbox = sandboxCalls(sandboxUrl);
    this.portal = openPortal(readConfig(this.settingsFor(0)), pino({ level: 'silent' })).portal;
    this.openedAt = this.portal.clock.now();
  }

  /** Opens a site with an empty database and an empty sandbox. `more` replaces settings by name. */
  static async open(environment: DrillEnvironment, name: string, more: Settings = {}): Promise<Site> {
    const database = await environment.postgres.emptyDatabase(name);
    return new Site(environment, database, (await environment.emptySandbox()).url, more);
  }

  get dataDir(): string {
    return this.#environment.dataDir;
  }

  /** Returns the processors' whole book since the site was opened: its parts follow each other in one sandbox. */
  async charges(): Promise<SandboxCharge[]> {
    return (await this.sandbox.charges()).filter(({ at }) => new Date(at) >= this.openedAt);
  }

  /** Returns what the processors gave back since the site was opened, voids aside. */
  async refunds(): Promise<SandboxCharge[]> {
    return (await this.sandbox.refunds()).filter(({ at }) => new Date(at) >= this.openedAt);
  }

  /** Returns the settings of a server or of an operator's command. */
  settingsFor(port: number): Settings {
    const { planted } = this.#environment.options;
    const bug: Settings =
      planted === undefined ? {} : { PLANTED_BUG: planted, NODE_OPTIONS: `--import=${plant}` };
    return { ...this.#environment.settingsFor(this.database, port), ...settings, ...this.#more, ...bug };
  }

  /** Starts a portal process. */
  async startServer(name: string, role: 'all' | 'web' | 'jobs'): Promise<ServerProcess> {
    const [port] = await findFreePorts();
    const logs = join(this.#environment.dataDir, 'logs');
    const server = new ServerProcess(name, { ...this.settingsFor(port), ROLE: role }, logs);
    await server.start();
    this.#servers.push(server);
    return server;
  }

  async buildCustomer({ processor, kind = 'card', outcome, dueOn }: CustomerOptions): Promise<Customer> {
    const { db } = this.portal;
    const { loginId, account } = await buildLogin(db);
    const charges = [{ type: 'recurring', description: 'Fiber 500', amountCents: billCents }] as const;
    if (!dueOn) await buildInvoice(db, account, { charges });
    for (const day of dueOn ?? [])
      await buildInvoice(db, account, { charges, issuedOn: addDays(day, -daysToPay) });
    const token = `${kind === 'bank' ? 'bank-6789' : 'visa-4242'}${outcome ? `-${outcome}` : ''}`;
    const method = kind === 'bank' ? bankAccount : { processor };
    const { id: methodId } = await buildMethod(this.portal, account, { token, method });
    const { id: accountId, accountNumber, customerNumber } = account;
    const accessToken = await this.signIn(loginId);
    return { loginId, accountId, accountNumber, customerNumber, methodId, accessToken, kind };
  }

  /** Builds customers one after the other. */
  async buildCustomers(count: number, optionsOf: (index: number) => CustomerOptions): Promise<Customer[]> {
    const customers: Customer[] = [];
    while (customers.length < count) customers.push(await this.buildCustomer(optionsOf(customers.length)));
    return customers;
  }

  /** Opens a session and returns its access token. */
  async signIn(loginId: string): Promise<string> {
    const { db } = this.portal;
    const session = await db.transaction().execute((trx) => openSession(trx, this.portal, loginId, client));
    return session.accessToken;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    await this.portal.db.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
