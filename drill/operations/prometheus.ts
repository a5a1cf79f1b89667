import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../environment/database.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { type DrillPopulation, payAll, populate, readPages, signIn } from './drill-portal.ts';
import { readAlertRules, usedSeries } from './prometheus/alert-rules.ts';
import { type PrometheusServer, type RuleState, startPrometheus } from './prometheus/prometheus-server.ts';
import { testAlertRules } from './prometheus/test-rules.ts';

const payments = 8;
/** One server runs them once an hour. */
const hourlyJobs = ['retention.delete-expired', 'metrics.roll-up'];

/** The alerts and the scrape configuration that operators copy. */
export const prometheus: DrillPart = {
  name: 'prometheus',
  proves:
    'a real Prometheus finds the series of every alert, and each alert fires when it has to and only then',
  programs: ['prometheus'],
  run: async (environment) => {
    const folder = join(environment.dataDir, 'prometheus');
    mkdirSync(folder, { recursive: true });
    const { tests, failures } = testAlertRules(folder);
    const scraped = await scrapePortal(environment, folder);
    return {
      counts: { rules: readAlertRules().length, 'tests of rules': tests, series: scraped.series },
      failures: [...failures, ...scraped.failures],
    };
  },
};

async function scrapePortal(environment: DrillEnvironment, folder: string) {
  const { url: sandboxUrl } = await environment.sandbox();
  const population = await populate(environment, 'prometheus');
  const [portalPort, metricsPort, port] = await findFreePorts();
  const settings = environment.settingsFor(population.database, portalPort);
  const portal = await environment.startPortal('prometheus-portal', {
    ...settings,
    METRICS_PORT: String(metricsPort),
  });
  const server = await startPrometheus(folder, { port, metricsPort });
  try {
    await server.waitForScrape();
    await useEverything(population, portal.url, sandboxUrl);
    const healthy = await server.waitForRules((rules) => rules.every(isQuiet));
    const { series, failures } = await findSeries(server);
    await portal.stop();
    const down = await server.waitForRules((rules) => !isQuiet(ruleNamed(rules, 'PortalDown')));
    return {
      series,
      failures: [
        ...failures,
        ...healthy.filter((rule) => !isQuiet(rule)).map(describeRule),
        ...[ruleNamed(down, 'PortalDown')].filter(isQuiet).map(describeRule),
      ],
    };
  } finally {
    await server.stop();
  }
}

const isQuiet = ({ state, health }: RuleState) => state === 'inactive' && health === 'ok';

const describeRule = ({ name, state, health, lastError }: RuleState) =>
  `${name} is ${state} (${health}${lastError ? `: ${lastError}` : ''})`;

function ruleNamed(rules: readonly RuleState[], name: string): RuleState {
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new Error(`Prometheus has no rule ${name}`);
  return rule;
}

/** Makes a portal count what it counts once a healthy day: payments, pages, a sign-in with its mail, and hourly jobs. */
async function useEverything(
  { database, customers, payments: calls }: DrillPopulation,
  url: string,
  sandboxUrl: string,
): Promise<void> {
  const [customer] = customers;
  if (!customer) throw new Error('There is no customer');
  await payAll(url, calls.slice(0, payments));
  const failures = await readPages(url, customer);
  if (failures.length > 0) throw new Error(failures.join(', '));
  await signIn(url, sandboxUrl, customer.emailAddress);
  await withClient(database.ownerUrl, (client) =>
    client.query('update job_round set next_at = now() where name = any($1)', [hourlyJobs]),
  );
}

/** Looks for the series of every rule, with the labels that it selects by. */
async function findSeries(server: PrometheusServer): Promise<{ series: number; failures: string[] }> {
  const failures: string[] = [];
  let series = 0;
  for (const rule of readAlertRules()) {
    for (const { selector, labels } of usedSeries(rule)) {
      const found = await server.select(selector);
      series += found.length;
      const isThere = found.some((one) => labels.every((label) => label in one));
      if (!isThere)
        failures.push(`${rule.alert}: nothing is ${selector} with ${labels.join(', ') || 'no label'}`);
    }
  }
  return { series, failures };
}
