import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type AlertCase, alertCases, type SeriesValues } from './alert-cases.ts';
import { type AlertRule, operationsFiles, readAlertRules } from './alert-rules.ts';

const usualTime = '30m';

/** Tests every rule with promtool, firing and not firing. Returns the number of tests, and a sentence for each that failed. */
export function testAlertRules(folder: string): { tests: number; failures: string[] } {
  const rules = readAlertRules();
  const tests = rules.flatMap((rule) =>
    alertCases.filter(({ alert }) => alert === rule.alert).flatMap((row) => testsOf(rule, row)),
  );
  copyFileSync(join(operationsFiles, 'alerts.yml'), join(folder, 'alerts.yml'));
  const file = join(folder, 'alerts.test.yml');
  writeFileSync(file, stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  const named = new Set(alertCases.map(({ alert }) => alert));
  const existing = new Set(rules.map(({ alert }) => alert));
  return {
    tests: tests.length,
    failures: [
      ...rules.filter(({ alert }) => !named.has(alert)).map(({ alert }) => `${alert} has no test`),
      ...[...named].filter((alert) => !existing.has(alert)).map((alert) => `there is no rule ${alert}`),
      ...(status === 0 ? [] : [`promtool: ${stdout}${stderr}`]),
    ],
  };
}

function testsOf(rule: AlertRule, { at = usualTime, labels, fires, quiet }: AlertCase) {
  const alert = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations };
  const testOf = (series: SeriesValues, expected: object[]) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: at, alertname: rule.alert, exp_alerts: expected }],
  });
  return [...fires.map((series) => testOf(series, [alert])), ...quiet.map((series) => testOf(series, []))];
}
