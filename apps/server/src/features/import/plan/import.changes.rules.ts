import type { ImportType } from '@myaccount/contract/import';
import { compactImport } from '@myaccount/contract/import-content';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Content } from '../parse/import.parse.rules.ts';
import { isSameSecret, type SealedField, secretFields } from '../parse/import.secrets.rules.ts';
import type { StagedLine } from '../parse/import.staging.repository.ts';

/** A line of the file that is not refused, and what its last import said. */
export interface Change<T extends ImportType = ImportType> {
  readonly type: T;
  readonly line: number;
  readonly key: string;
  readonly owner: string | null;
  readonly customer: string;
  readonly now: Content<T>;
  /** `now` as JSON. */
  readonly content: string;
  /** Null at the first import. */
  readonly before: Content<T> | null;
  readonly hash: Buffer;
  /** The fields that differ from the last import; all of them at the first. */
  readonly fields: ReadonlySet<keyof Content<T> & string>;
}

export type ReadableLine = StagedLine & { readonly content: string; readonly hash: Buffer };

/** Compares a readable line with the content of its last import. */
export function changeOf(line: ReadableLine, before: Content | null, secrets: Secrets): Change {
  const now = JSON.parse(line.content) as Content;
  const changed = before ? changedFields(line, [before, now], secrets) : Object.keys(now);
  return { ...line, now, before, fields: new Set(changed) as ReadonlySet<string> as Change['fields'] };
}

function changedFields(
  record: ReadableLine,
  [before, now]: readonly [object, object],
  secrets: Secrets,
): string[] {
  const [last, current] = [compactImport(record.type, before), compactImport(record.type, now)];
  return Object.keys(now).filter((name) => {
    if (secretFields[record.type] !== name)
      return JSON.stringify(last[name]) !== JSON.stringify(current[name]);
    const sealed = [last[name] ?? null, current[name] ?? null] as [SealedField | null, SealedField | null];
    return !isSameSecret(secrets, record, sealed);
  });
}

/** The changed fields of a record with their new values. */
export function changedPart<T extends ImportType>({ fields, now }: Change<T>): Partial<Content<T>> {
  return Object.fromEntries([...fields].map((name) => [name, now[name]])) as Partial<Content<T>>;
}

/** Fields of a record that hold a list. */
export type ListName<T extends ImportType> = keyof Content<T> & string;
export type Entry<L> = L extends readonly (infer E)[] ? E : never;

/** Entries of a list that are new or differ, and removed ones; `name` is the field that names an entry. */
export function changedEntries<T extends ImportType, L extends ListName<T>>(
  { type, before, now }: Change<T>,
  list: L,
  name: keyof Entry<Content<T>[L]> & string,
) {
  type ListEntry = Entry<Content<T>[L]>;
  const entriesOf = (content: object | null) => {
    const entries = content && (compactImport(type, content)[list] as ListEntry[] | undefined);
    return new Map((entries ?? []).map((entry) => [entry[name], entry]));
  };
  const [last, current] = [entriesOf(before), entriesOf(now)];
  const textIn = (entries: typeof last, entry: ListEntry) => JSON.stringify(entries.get(entry[name]));
  return {
    written: (now[list] as readonly ListEntry[]).filter(
      (entry) => textIn(current, entry) !== textIn(last, entry),
    ),
    removed: [...last.values()].filter((entry) => !current.has(entry[name])),
  };
}

/** The changes of one type of record. */
export function ofType<T extends ImportType>(type: T, changes: readonly Change[]): Change<T>[] {
  return changes.filter((change): change is Change<T> & Change => change.type === type);
}
