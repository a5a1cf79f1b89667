import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { startTestPortal } from '../apps/server/src/testing/portal.ts';
import { root } from './source-files.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { groups } = parse(read('docs/operations/alerts.yml')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('docs/operations/dashboard.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Labels that Prometheus adds to every series, and the label of a histogram's buckets. */
const addedLabels = ['job', 'instance', 'le'];
/** Every series that a server exposes, with its labels. `up` is Prometheus's own. */
const labelsOf = new Map<string, readonly string[]>([['up', []]]);
const portal = forFile(() => startTestPortal({ METRICS_PORT: '9999' }));
beforeAll(async () => {
  const metrics = portal.app.metrics?.getMetricsAsArray() as unknown as (MetricObjectWithValues<
    MetricValue<string>
  > & { labelNames: string[] })[];
  for (const { name, labelNames } of metrics) {
    for (const suffix of ['', '_bucket', '_count', '_sum']) labelsOf.set(`${name}${suffix}`, labelNames);
  }
});

/** Returns the series of an expression with the labels that select from each. */
function seriesOf(expression: string): { name: string; labels: string[] }[] {
  const found = expression.matchAll(/\b(up|(?:myaccount|http|nodejs|process)_\w+)\b(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

describe('[OBSERVE-1] alerts and dashboard', () => {
  test('no series has a label that Prometheus gives to all of them', () => {
    const own = [...labelsOf].filter(([, labels]) =>
      labels.some((label) => /^(?:job|instance)$/.test(label)),
    );
    expect(own).toEqual([]);
  });

  test.each(expressions)('%s uses series and labels that a server exposes', (_name, expression) => {
    const series = seriesOf(expression);
    expect(series.length).toBeGreaterThan(0);
    for (const { name, labels } of series) {
      expect([...labelsOf.keys()], name).toContain(name);
      expect([...(labelsOf.get(name) ?? []), ...addedLabels]).toEqual(expect.arrayContaining(labels));
    }
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    const known = [...addedLabels, ...series.flatMap(({ name }) => labelsOf.get(name) ?? [])];
    expect(known).toEqual(expect.arrayContaining(grouped));
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
  });

  test('the alarms of signing in are counted before they are hit', async () => {
    // Files of one process share the counters.
    const hits = await portal.app.metrics?.getSingleMetric('myaccount_limit_hits_total')?.get();
    for (const limit of ['login-codes-total', 'login-failures-total'])
      expect(hits?.values).toContainEqual({ labels: { limit }, value: expect.any(Number) });
  });

  test('every alert says how long, how urgent, and what to do, once', () => {
    const operations = read('docs/operations.md');
    for (const { alert, for: duration, labels, annotations } of rules) {
      expect(duration, alert).toMatch(/^\d+[smh]$/);
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(annotations.summary, alert).toMatch(/^[A-Z].*\.$/);
      expect(annotations.runbook).toBe('docs/operations.md#alerts');
      expect(operations).toMatch(new RegExp(`^\\| \`${alert}\` \\| [^|]{10,} \\|$`, 'm'));
    }
    expect(operations).toMatch(/^#+ Alerts$/m);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test('every metric of our own is on the dashboard or in an alert, or belongs to one that is', () => {
    const used = expressions.flatMap(([, expression]) => seriesOf(expression).map(({ name }) => name));
    const own = (portal.app.metrics?.getMetricsAsArray() ?? [])
      .map(({ name }) => name)
      .filter((name) => name.startsWith('myaccount_') && name !== 'myaccount_database_connections_maximum');
    expect(own.filter((name) => !used.some((series) => series.startsWith(name)))).toEqual([]);
  });

  test('a labeled legend shows labels that its expression keeps', () => {
    for (const { title, targets } of dashboard.panels) {
      for (const { expr, legendFormat } of targets) {
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        const kept = /\bby \(/.test(expr) ? expr : 'instance';
        for (const label of shown) expect(kept, title).toContain(label);
      }
    }
  });
});
