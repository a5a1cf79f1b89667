import { join } from 'node:path';
import type { ProcessorName } from '@myaccount/contract/processors';
import { pino } from 'pino';
import { readConfig } from '../../apps/server/src/config.ts';
import { openSession } from '../../apps/server/src/features/sessions/sessions.service.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import type { Portal } from '../../apps/server/src/platform/portal.ts';
import { buildInvoice } from '../../apps/server/src/testing/builders/invoice.ts';
import { buildLogin } from '../../apps/server/src/testing/builders/login.ts';
import { buildMethod } from '../../apps/server/src/testing/builders/payment-method.ts';
import {
  type SandboxCalls,
  type SandboxCharge,
  sandboxCalls,
} from '../../apps/server/src/testing/sandbox.ts';
import type { BenchDatabase } from '../../bench/environment/database.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../environment.ts';
import { ServerProcess } from './server-process.ts';

/** A signed-in customer with one bill and one saved method. */
export interface Customer {
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
}

/** Long enough for a slow machine, short enough that a lost charge is soon unknown. */
const settings = {
  PROCESSOR_TIMEOUT_MS: '3000',
  PAYMENT_TRIES_PER_LOGIN: '1000000',
  AUTOPAY_HOUR: '0',
  LOG_LEVEL: 'info',
};
const client = { address: '127.0.0.1', userAgent: 'drill', correlationId: 'drill-session' };
const bankAccount = {
  method_type: 'custom',
  processor: 'transafe',
  card_type: 'ACH',
  last_four: '6789',
  expires_on: null,
} as const;

/** A database, the sandbox, and portal processes for one part of the drill. */
export class Site {
  readonly database: BenchDatabase;
  readonly sandbox: SandboxCalls;
  /** The drill's own access to the database. */
  readonly portal: Portal;
  readonly openedAt = new Date();
  readonly #environment: DrillEnvironment;
  readonly #servers: ServerProcess[] = [];

  private constructor(environment: DrillEnvironment, database: BenchDatabase, sandboxUrl: string) {
    this.#environment = environment;
    this.database = database;
    this.sandbox = sandboxCalls(sandboxUrl);
    const config = readConfig({ ...environment.settingsFor(database, 0), ...settings });
    this.portal = openPortal(config, pino({ level: 'silent' })).portal;
  }

  static async open(environment: DrillEnvironment, name: string): Promise<Site> {
    const database = await environment.postgres.emptyDatabase(name);
    const site = new Site(environment, database, (await environment.sandbox()).url);
    await site.sandbox.reset();
    return site;
  }

  /** Returns the processors' whole book since the site was opened: its parts follow each other in one sandbox. */
  async charges(): Promise<SandboxCharge[]> {
    return (await this.sandbox.charges()).filter(({ at }) => new Date(at) >= this.openedAt);
  }

  /** Starts a portal process. */
  async startServer(name: string, role: 'all' | 'web' | 'jobs'): Promise<ServerProcess> {
    const [port] = await findFreePorts();
    const environment = this.#environment;
    const portalSettings = { ...environment.settingsFor(this.database, port), ...settings, ROLE: role };
    const server = new ServerProcess(name, portalSettings, join(environment.dataDir, 'logs'));
    await server.start();
    this.#servers.push(server);
    return server;
  }

  async buildCustomer({ processor, kind = 'card', outcome }: CustomerOptions): Promise<Customer> {
    const { db } = this.portal;
    const login = await buildLogin(db);
    const charges = [{ type: 'recurring', description: 'Fiber 500', amountCents: 8_499 } as const];
    await buildInvoice(db, login.account, { charges });
    const token = `${kind === 'bank' ? 'bank-6789' : 'visa-4242'}${outcome ? `-${outcome}` : ''}`;
    const method = kind === 'bank' ? bankAccount : { processor };
    const { id } = await buildMethod(this.portal, login.account, { token, method });
    const session = await db
      .transaction()
      .execute((trx) => openSession(trx, this.portal, login.loginId, client));
    const { id: accountId, accountNumber, customerNumber } = login.account;
    return { accountId, accountNumber, customerNumber, methodId: id, accessToken: session.accessToken, kind };
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    await this.portal.db.destroy();
  }
}
