import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkout } from '../../../environment/program.ts';

/** Folder of the files that operators copy. */
export const operationsFiles = join(checkout, 'docs', 'operations');

/** An alert of docs/operations/alerts.yml. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Returns every alert. */
export function readAlertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(join(operationsFiles, 'alerts.yml'), 'utf8')) as {
    groups: { rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** A series that a rule reads. */
export interface UsedSeries {
  /** Selects it by what must exist on every healthy portal: `name{result="ok"}`, without `status=~"5.."`. */
  readonly selector: string;
  /** All labels that the rule selects by. */
  readonly labels: readonly string[];
}

/** Returns the series of an expression. */
export function usedSeries({ expr }: AlertRule): UsedSeries[] {
  return [...expr.matchAll(/\b(up|(?:myaccount|http)_\w+)\b(?:\{([^}]*)\})?/g)].map(
    ([, name, matchers = '']) => {
      const found = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"[^"]*"/g)];
      const equal = found.filter(([, , operator]) => operator === '=').map(([matcher]) => matcher);
      return { selector: `${name}{${equal.join(',')}}`, labels: found.map(([, label = '']) => label) };
    },
  );
}
