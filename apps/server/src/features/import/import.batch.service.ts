import { type Change, changeOf, type ReadableLine } from './import.changes.rules.ts';
import { rememberRecord } from './import.record.service.ts';
import { type KnownRepository, recordName } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { CustomerUnit, RunContext } from './import.unit.rules.ts';
import type { Writes } from './import.writes.repository.ts';

/** A line that was refused when it was read, or one that says something new. */
export type ComparedLine = StagedLine | Change;

/** Leaves out lines that say the same as at their last import. Of the same under another hash, the hash is stored. */
export async function compareLines(
  lines: readonly StagedLine[],
  known: KnownRepository,
  context: Pick<RunContext, 'now' | 'secrets'> & { readonly writes: Writes },
): Promise<ComparedLine[]> {
  const lastImports = await known.lastImports(lines.filter(isReadable));
  return lines.flatMap((line): ComparedLine[] => {
    if (!isReadable(line)) return [line];
    const last = lastImports.get(recordName(line));
    if (last && last.content === null) return [];
    const change = changeOf(line, last?.content ?? null, context.secrets);
    if (change.fields.size > 0) return [change];
    rememberRecord(change, context);
    return [];
  });
}

function isReadable(line: StagedLine): line is ReadableLine {
  return line.content !== null;
}

export function isChange(line: ComparedLine): line is Change {
  return 'fields' in line;
}

/** Groups lines by customer and account, with what the database has of both, locked. */
export async function readUnits(
  lines: readonly ComparedLine[],
  known: KnownRepository,
): Promise<CustomerUnit[]> {
  const byCustomer = Map.groupBy(lines, ({ customer }) => customer ?? '');
  const customers = await known.customers([...byCustomer.keys()]);
  const accounts = await known.accounts([...new Set(lines.flatMap((line) => accountOf(line) ?? []))]);
  return [...byCustomer].map(([number, mine]) => {
    const itself = mine.find(({ type }) => type === 'customer');
    const isChanged = itself && isChange(itself);
    return {
      number,
      known: customers.get(number),
      customer: isChanged ? (itself as Change<'customer'>) : undefined,
      refused: isChanged ? undefined : itself,
      accounts: [...Map.groupBy(mine, accountOf)].flatMap(([account, entries]) =>
        account === null
          ? []
          : {
              number: account,
              known: accounts.get(account),
              lines: entries.filter(isChange),
              refused: entries.filter((line) => !isChange(line)),
            },
      ),
    };
  });
}

/** The account that a line belongs to; null for the customer itself. */
function accountOf({ type, key, owner }: ComparedLine): string | null {
  if (type === 'customer') return null;
  return type === 'account' ? key : (owner ?? '');
}
