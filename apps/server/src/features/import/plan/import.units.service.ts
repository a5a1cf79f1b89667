import type { Secrets } from '../../../platform/secrets.ts';
import type { StagedLine } from '../parse/import.staging.repository.ts';
import { accountOf, type Change, changeOf, type ReadableLine } from './import.changes.rules.ts';
import { type KnownRepository, recordName } from './import.known.repository.ts';
import type { CustomerUnit } from './import.units.rules.ts';

/**
 * Returns what says something new since its last import, with the lines that were refused when they were read. Of what says
 * the same under another hash, `same` stores the hash.
 */
export async function compareLines(
  lines: readonly StagedLine[],
  known: KnownRepository,
  { secrets, lock }: { readonly secrets: Secrets; readonly lock?: 'for update' | '' },
  same: (change: Change, accountId: string) => void,
): Promise<StagedLine[]> {
  const lastImports = await known.lastImports(lines.filter(isReadable), lock);
  return lines.flatMap((line): StagedLine[] => {
    if (!isReadable(line)) return [line];
    const last = lastImports.get(recordName(line));
    if (last && last.content === null) return [];
    const change = changeOf(line, last?.content ?? null, secrets);
    if (change.fields.size > 0) return [change];
    if (last) same(change, last.accountId);
    return [];
  });
}

function isReadable(line: StagedLine): line is ReadableLine {
  return line.content !== null;
}

export function isChange(line: StagedLine): line is Change {
  return 'fields' in line;
}

/** Groups lines by customer and account, with what the database has of both. */
export async function readUnits(
  lines: readonly StagedLine[],
  known: KnownRepository,
): Promise<CustomerUnit[]> {
  const byCustomer = Map.groupBy(lines, ({ customer }) => customer);
  const customers = await known.customers([...byCustomer.keys()]);
  const accounts = await known.accounts([...new Set(lines.flatMap((line) => accountOf(line) ?? []))]);
  const owners = await known.owners(
    lines,
    [...accounts.values()].map(({ id }) => id),
  );
  return [...byCustomer].map(([number, mine]) => {
    const itself = mine.find(({ type }) => type === 'customer');
    const isChanged = itself && isChange(itself);
    return {
      number,
      known: customers.get(number),
      customer: isChanged ? (itself as Change<'customer'>) : undefined,
      refused: isChanged ? undefined : itself,
      accounts: [...Map.groupBy(mine, accountOf)].flatMap(([account, entries]) => {
        if (account === null) return [];
        const [changed, refused] = [entries.filter(isChange), entries.filter((line) => !isChange(line))];
        return { number: account, known: accounts.get(account), lines: changed, refused, owners };
      }),
    };
  });
}
