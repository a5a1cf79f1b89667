import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result, Target } from './result.ts';

const file = join(import.meta.dirname, '..', 'accepted.json');
const maxShareOfAccepted = 1.15;

/** The ratios to a floor that were last accepted, by name. */
export const accepted = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;

/** A ratio of at most 15 % above the accepted one. */
export function atMostAccepted(name: string, ratio: number): Target {
  const limit = (accepted[name] ?? 0) * maxShareOfAccepted;
  return { text: `≤ ${limit.toFixed(2)} × (accepted ${accepted[name] ?? 'none'})`, isMet: ratio <= limit };
}

/** Makes the measured ratios the accepted ones. Ratios of parts that did not run stay. */
export function accept(results: readonly Result[]): void {
  const measured = Object.assign({}, ...results.map(({ accepts }) => accepts)) as Record<string, number>;
  const rounded = Object.entries(measured).map(([name, ratio]) => [name, Number(ratio.toFixed(2))]);
  writeFileSync(file, `${JSON.stringify({ ...accepted, ...Object.fromEntries(rounded) }, null, 2)}\n`);
}
