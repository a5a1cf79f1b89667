import type { ImportType } from '@myaccount/contract/import';
import { compactImport } from '@myaccount/contract/import-content';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Content } from '../parse/import.parse.rules.ts';
import { isSameSecret, type SealedField, secretFields } from '../parse/import.secrets.rules.ts';
import type { StagedLine } from '../parse/import.staging.repository.ts';

/** A line that was not refused when it was read. */
export interface ReadableLine extends StagedLine {
  readonly content: string;
  readonly hash: Buffer;
}

/** What the database has of the last import of a record. */
export interface LastImport {
  /** The account of the record, or none. */
  readonly accountId: string;
  readonly content: Content | null;
}

/** The number of the account that a line belongs to; null for what belongs to none. */
export function accountOf({ type, key, owner }: Pick<StagedLine, 'type' | 'key' | 'owner'>): string | null {
  if (type === 'customer' || type === 'plan' || type === 'login') return null;
  return type === 'account' ? key : (owner ?? '');
}

/** A line of the file that is not refused, and what its last import said. */
export interface Change<T extends ImportType = ImportType> extends ReadableLine {
  readonly type: T;
  readonly now: Content<T>;
  /** Null at the first import. */
  readonly before: Content<T> | null;
  /** The fields that differ from the last import; all of them at the first. */
  readonly fields: ReadonlySet<keyof Content<T> & string>;
}

/** Compares a readable line with the content of its last import. */
export function changeOf(line: ReadableLine, before: Content | null, secrets: Secrets): Change {
  const now = JSON.parse(line.content) as Content;
  const current = compactImport(line.type, now);
  const last = before && compactImport(line.type, before);
  const changed = Object.keys(now).filter((name) => {
    if (!last) return true;
    if (secretFields[line.type] !== name) return JSON.stringify(last[name]) !== JSON.stringify(current[name]);
    const sealed = [last[name] ?? null, current[name] ?? null] as [SealedField | null, SealedField | null];
    return !isSameSecret(secrets, line, sealed);
  });
  return { ...line, now, before, fields: new Set(changed) as ReadonlySet<string> as Change['fields'] };
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
