import { isDeepStrictEqual } from 'node:util';

/** The fields that say something else than at the last import; all of them where there was none. */
export function changedFields<T extends object>(
  before: T | null,
  now: T,
  isSame: Partial<{ readonly [K in keyof T]: (before: T[K], now: T[K]) => boolean }> = {},
): Set<keyof T> {
  const names = Object.keys(now) as (keyof T)[];
  if (!before) return new Set(names);
  return new Set(
    names.filter((name) => {
      const compare = isSame[name] ?? isDeepStrictEqual;
      return !compare(before[name], now[name]);
    }),
  );
}

/** What became of a list whose entries are named by a field: entries that are new or differ, names that are gone. */
export function changedEntries<T extends object>(
  before: readonly T[] | undefined,
  now: readonly T[],
  field: keyof T,
) {
  const known = new Map((before ?? []).map((entry) => [entry[field], entry]));
  const written = now.filter((entry) => !isDeepStrictEqual(known.get(entry[field]), entry));
  for (const entry of now) known.delete(entry[field]);
  return { written, gone: [...known.keys()] };
}

/** The columns that the changed fields stand in, with their new values. */
export function changedColumns<R extends object>(
  fields: ReadonlySet<PropertyKey>,
  columnsOf: Readonly<Record<string, readonly (keyof R & string)[]>>,
  row: R,
): Record<string, unknown> {
  const columns = Object.entries(columnsOf).flatMap(([field, names]) => (fields.has(field) ? names : []));
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

/** The changed fields of a record with their new values. */
export function changedPart<T extends object>({
  before,
  now,
}: {
  readonly before: T | null;
  readonly now: T;
}): Partial<T> {
  return Object.fromEntries([...changedFields(before, now)].map((name) => [name, now[name]])) as Partial<T>;
}
