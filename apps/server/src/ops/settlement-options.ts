import { type ControlTotals, parseControlTotals } from '../features/charging-pause/control-totals.rules.ts';
import { listNewestCoverage } from '../features/charging-pause/orbital-coverage.repository.ts';
import {
  openSettlementFile,
  type SettlementComparison,
  type SettlementFile,
} from '../features/charging-pause/settlement-file.service.ts';
import type { Database } from '../platform/database/connect.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { plainText, textLine } from './text-section.ts';

/** Options of `reconcile-processor` about a settlement file. */
export interface SettlementOptions {
  readonly since?: Date;
  readonly file?: string;
  readonly covers?: string;
  readonly count?: string;
  readonly total?: string;
  readonly by?: string;
}

const newestRanges = 10;
const coverageLine =
  'covered  {covers_from}..{covers_to}  {charges} charges, {total_cents}  stated by {stated_by} at {stated_at}  {file_name}';

/** Opens the settlement file that an operator names, with the control totals; undefined without one. */
export async function openNamedFile(options: SettlementOptions): Promise<SettlementFile | undefined> {
  const { file, since } = options;
  const given = readTotals(options);
  if (file === undefined) return undefined;
  if (since) throw new OperatorError('Leave --since out: a settlement file is compared whole.');
  return await openSettlementFile(file, given);
}

function readTotals({ file, covers, count, total, by }: SettlementOptions): ControlTotals | undefined {
  if (covers === undefined && count === undefined && total === undefined) return undefined;
  if (file === undefined)
    throw new OperatorError(
      '--covers, --count, and --total are about a settlement file: name it with --file.',
    );
  const totals = parseControlTotals({ covers, count, total, by });
  if (typeof totals === 'string') throw new OperatorError(`--${totals}.`);
  return totals;
}

/** Returns lines about what a settlement file proved, and about what was covered last, in whose name. */
export async function coverageLines(
  db: Database,
  file: SettlementFile | undefined,
  { missing = [], refusal, isCovered }: Partial<SettlementComparison>,
): Promise<string[]> {
  const lines = missing.map(({ id }) => `not-in-file       payment ${id}`);
  if (!file) lines.push('Orbital was not checked: pass its settlement file with --file.');
  else if (!file.totals)
    lines.push('The file proves nothing without --covers FROM..TO --count N --total AMOUNT --by NAME.');
  else if (!isCovered) lines.push(`Its range is not covered: ${refusal ?? 'settle first what differs'}.`);
  const covered = await listNewestCoverage(db, newestRanges);
  return [...lines.map(plainText), ...covered.map((row) => textLine(coverageLine, { ...row }))];
}
