import { join, relative } from 'node:path';
import { ownerRole } from '@myaccount/local-postgres/database-roles';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { withName } from '../../environment/database.ts';
import { checkout, type Program } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart, DrillResult } from '../part.ts';
import {
  type AcknowledgedPayment,
  type DrillPopulation,
  generateCustomers,
  ledgerFailures,
  lostPayments,
  payAll,
  payWithoutResult,
  populationOf,
  readPages,
  settled,
  signIn,
} from './drill-portal.ts';
import { checkOutPreviousRelease, refusePreviousRelease, runPreviousOps } from './previous-release.ts';

const databaseName = 'release';

/** The release before this one, on the schema of this one. */
export const release: DrillPart = {
  name: 'release',
  proves: 'the previous release works before, during, and after the migration, beside the new one',
  run: async (environment) => {
    const refused = refusePreviousRelease();
    if (refused) return { counts: {}, failures: [refused] };
    const folder = checkOutPreviousRelease(join(environment.dataDir, 'previous-release'));
    const database = await createDatabase(environment);
    const [oldPort, newPort] = await findFreePorts();
    const settings = {
      ...environment.settingsFor(database, oldPort),
      PROCESSOR_TIMEOUT_MS: '1000',
      // Until the upgrade is over, both releases read the file of the previous one, which refuses fields that it does not know.
      BRAND_FILE: join(folder, 'scripts', 'start', 'demo-brand.json'),
    };
    runPreviousOps(folder, ['migrate'], settings);
    runPreviousOps(folder, generateCustomers, settings);
    const population = await populationOf(database);
    const script = relative(checkout, join(folder, 'apps', 'server', 'src', 'main.ts'));
    await using old = await environment.start('portal-previous', script, settings);
    const drill = new ReleaseDrill(environment, population, old);
    return await drill.run({ folder, settings, newPort });
  },
};

/** An empty database with no schema. */
async function createDatabase({ postgres }: DrillEnvironment): Promise<DatabaseAddresses> {
  await postgres.asSuperuser(async (client) => {
    await client.query(`drop database if exists ${databaseName} with (force)`);
    await client.query(`create database ${databaseName} template template0 owner ${ownerRole}`);
  });
  return withName(await postgres.database('myaccount'), databaseName);
}

interface ReleaseRun {
  readonly folder: string;
  readonly settings: Settings;
  readonly newPort: number;
}

class ReleaseDrill {
  readonly #environment: DrillEnvironment;
  readonly #population: DrillPopulation;
  readonly #old: Program;
  readonly #failures: string[] = [];
  readonly #acknowledged: AcknowledgedPayment[] = [];
  readonly #settled: AcknowledgedPayment[] = [];
  #uses = 0;

  constructor(environment: DrillEnvironment, population: DrillPopulation, old: Program) {
    this.#environment = environment;
    this.#population = population;
    this.#old = old;
  }

  async run({ folder, settings, newPort }: ReleaseRun): Promise<DrillResult> {
    const { database, payments } = this.#population;
    // Every connection has its prepared statements before the schema changes under them.
    const before = await this.#use(this.#old, 'before the migration');
    const paying = payAll(this.#old.url, payments);
    const migrations = await migrateDatabase(database.ownerUrl);
    const during = await paying;
    this.#expectSuccess(during.answers, 'during the migration');
    this.#acknowledged.push(...during.acknowledged);
    const after = await this.#use(this.#old, 'after the migration');
    runPreviousOps(folder, ['generate', '--accounts', '5'], settings);
    await using portal = await this.#environment.startPortal('portal-new', {
      ...settings,
      PORT: String(newPort),
    });
    const besideOld = await this.#use(this.#old, 'beside the new release');
    const besideNew = await this.#use(portal, 'beside the previous release');
    if (!(await settled(database.ownerUrl))) this.#failures.push('payments stay without a result');
    const paid = [...this.#acknowledged, ...this.#settled];
    this.#failures.push(...(await lostPayments(database.ownerUrl, paid)));
    this.#failures.push(...(await ledgerFailures(settings)));
    return {
      counts: {
        'migrations while the previous release paid': migrations.length,
        'payments of the previous release before': before,
        'payments of the previous release during': during.acknowledged.length,
        'payments of the previous release after': after,
        'payments of both releases side by side': besideOld + besideNew,
        'charges without a result that were settled': this.#settled.length,
      },
      failures: this.#failures,
    };
  }

  /** Signs in, reads pages, pays, and leaves one payment without a result. Returns the completed payments. */
  async #use({ url }: Program, when: string): Promise<number> {
    const { customers, payments } = this.#population;
    const sandbox = await this.#environment.sandbox();
    // A login waits between two codes.
    const customer = customers[this.#uses++];
    const [lost, ...calls] = payments;
    if (!customer || !lost) throw new Error('The generated population has nobody who can pay.');
    const token = await signIn(url, sandbox.url, customer.emailAddress);
    if (!token) this.#failures.push(`nobody can sign in ${when}`);
    const pages = await readPages(url, customer);
    this.#failures.push(...pages.map((failure) => `${failure} ${when}`));
    const { answers, acknowledged } = await payAll(url, calls);
    this.#expectSuccess(answers, when);
    this.#acknowledged.push(...acknowledged);
    this.#settled.push(...(await payWithoutResult(url, sandbox.url, lost)).pending);
    if (!(await settled(this.#population.database.ownerUrl)))
      this.#failures.push(`a charge without a result stays ${when}`);
    return acknowledged.length;
  }

  #expectSuccess(answers: Readonly<Record<string, number>>, when: string): void {
    for (const [status, count] of Object.entries(answers))
      if (status !== '200') this.#failures.push(`${count} payments were answered ${status} ${when}`);
  }
}
