import { hash } from 'node:crypto';
import {
  type ImportRecord,
  type ImportType,
  importKeys,
  importOwners,
  importRecords,
} from '@myaccount/contract/import';
import { compactImport } from '@myaccount/contract/import-content';
import type { Secrets } from '../../platform/secrets.ts';
import type { FileLine } from './import.lines.rules.ts';
import { type SealedField, sealSecret, secretFields, secretRecord } from './import.secrets.rules.ts';

/** Why a line, or a part of it, was not taken. */
export interface LineRefusal {
  readonly line: number;
  /** The field as the file has it: `items[0].charges[1].amount`; `line` for the line as a whole. */
  readonly field: string;
  readonly reason: string;
}

/** A record with its secrets sealed: what an import works with and remembers. */
export type Content<T extends ImportType = ImportType> = T extends 'customer' | 'account'
  ? Omit<ImportRecord<T>, 'pin'> & { readonly pin: SealedField | null }
  : T extends 'paymentMethod'
    ? Omit<ImportRecord<T>, 'token'> & { readonly token: SealedField }
    : ImportRecord<T>;

/** A line whose record is known; `content` is null when it was refused and is kept for what depends on it. */
export interface ParsedLine {
  readonly line: number;
  readonly type: ImportType;
  readonly key: string;
  readonly owner: string | null;
  readonly content: string | null;
  readonly hash: Buffer | null;
}

/** Reads one line: a record, refusals, or both when it is known which record is refused. */
export function parseLine(
  line: FileLine,
  secrets: Secrets,
): { parsed: ParsedLine | null; refusals: LineRefusal[] } {
  const wholeLine = (reason: string) => ({
    parsed: null,
    refusals: [{ line: line.number, field: 'line', reason }],
  });
  if (line.text === null) return wholeLine(line.problem ?? 'cannot be read');
  const value = parseJson(line.text);
  if (!isObject(value)) return wholeLine('is not a JSON object');
  const { type, ...fields } = value;
  if (!isImportType(type)) {
    const reason = `must be one of ${Object.keys(importRecords).join(', ')}`;
    return { parsed: null, refusals: [{ line: line.number, field: 'type', reason }] };
  }
  const read = importRecords[type].safeParse(fields);
  if (read.success) return { parsed: parsedRecord(line.number, type, read.data, secrets), refusals: [] };
  return {
    parsed: refusedRecord(line.number, type, fields),
    refusals: read.error.issues.flatMap((issue) => reasonsOf(issue, line.number, type)),
  };
}

function parsedRecord(
  line: number,
  type: ImportType,
  record: ImportRecord<ImportType>,
  secrets: Secrets,
): ParsedLine {
  const fields = record as unknown as Record<string, unknown>;
  const { key, owner } = nameOf(type, fields);
  const sealed = sealedSecret(type, key, fields, secrets);
  const content = JSON.stringify(sealed ? { ...fields, ...sealed.content } : fields);
  const compared = compactImport(type, fields);
  const hashed = JSON.stringify(sealed ? { ...compared, ...sealed.compared } : compared);
  return { line, type, key, owner, content, hash: hash('sha256', hashed, 'buffer') };
}

function refusedRecord(line: number, type: ImportType, fields: Record<string, unknown>): ParsedLine | null {
  const { key, owner } = nameOf(type, fields);
  const isUsable = (text: unknown) => typeof text === 'string' && text.length <= 64 && text.isWellFormed();
  if (!isUsable(key) || key.includes('\u0000')) return null;
  const hasOwner = isUsable(owner) && !owner?.includes('\u0000');
  return { line, type, key, owner: hasOwner ? owner : null, content: null, hash: null };
}

function nameOf(type: ImportType, fields: Record<string, unknown>): { key: string; owner: string | null } {
  const ownerField = importOwners[type];
  return { key: fields[importKeys[type]] as string, owner: ownerField && (fields[ownerField] as string) };
}

/** The PIN or token of a record, sealed; its bytes differ each time, and what is compared does not. */
function sealedSecret(
  type: ImportType,
  key: string,
  fields: Record<string, unknown>,
  secrets: Secrets,
): Record<'content' | 'compared', object> | null {
  const secret = secretFields[type];
  const text = secret && fields[secret.field];
  if (!secret || typeof text !== 'string') return null;
  const field = sealSecret(secrets, text, secret.purpose, secretRecord(type, key));
  const { keyId, fingerprint } = field;
  return { content: { [secret.field]: field }, compared: { [secret.field]: { keyId, fingerprint } } };
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
  readonly keys?: readonly string[];
  readonly params?: { readonly code?: string };
}

function reasonsOf(issue: Issue, line: number, type: ImportType): LineRefusal[] {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((key) => ({
      line,
      field: fieldName([...issue.path, key]),
      reason: `is not a field of ${type}`,
    }));
  return [{ line, field, reason: reasonOf(issue) }];
}

function reasonOf(issue: Issue): string {
  if (issue.params?.code === 'characters')
    return 'has characters that cannot be stored (NUL or half a surrogate pair)';
  return issue.message
    .replace(/^Invalid input: expected (.*), received undefined$/, 'is missing ($1)')
    .replace(/^Invalid input: expected (.*), received (.*)$/, 'must be $1, is $2')
    .replace(/^Too (big|small): expected \w+ to (be|have) /, 'must $2 ');
}

/** `items[0].charges[1].amount` */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return printable(name) || 'line';
}

/** Text of the file without what a terminal would obey. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
    .slice(0, 120);
}

function isImportType(type: unknown): type is ImportType {
  return typeof type === 'string' && Object.hasOwn(importRecords, type);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
