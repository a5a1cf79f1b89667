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

/** What lines say: the records that are known, and why lines are not taken. */
export interface ParsedLines {
  readonly parsed: readonly ParsedLine[];
  readonly refusals: readonly LineRefusal[];
}

/** Reads lines, each on its own. */
export function parseLines(lines: readonly FileLine[], secrets: Secrets): ParsedLines {
  const results = lines.map((line) => parseLine(line, secrets));
  return {
    parsed: results.flatMap(({ parsed }) => parsed ?? []),
    refusals: results.flatMap(({ refusals }) => refusals),
  };
}

/** Reads one line: a record, refusals, or both when it is known which record is refused. */
function parseLine(
  { number: line, text, problem = 'cannot be read' }: FileLine,
  secrets: Secrets,
): { parsed: ParsedLine | null; refusals: LineRefusal[] } {
  const refuse = (field: string, reason: string) => ({ parsed: null, refusals: [{ line, field, reason }] });
  if (text === null) return refuse('line', problem);
  const value = parseJson(text);
  if (!isObject(value)) return refuse('line', 'is not a JSON object');
  const { type, ...fields } = value;
  if (!isImportType(type)) return refuse('type', `must be one of ${Object.keys(importRecords).join(', ')}`);
  const read = importRecords[type].safeParse(fields);
  if (read.success) return { parsed: parsedRecord(line, type, read.data, secrets), refusals: [] };
  const refusals = read.error.issues.flatMap((issue) => reasonsOf(issue, type));
  return {
    parsed: refusedRecord(line, type, fields),
    refusals: refusals.map((refusal) => ({ line, ...refusal })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsedRecord(line: number, type: ImportType, fields: Fields, secrets: Secrets): ParsedLine {
  const { key, owner } = nameOf(type, fields);
  const sealed = sealedSecret(type, key as string, fields, secrets);
  const content = JSON.stringify({ ...fields, ...sealed?.content });
  const compared = JSON.stringify({ ...compactImport(type, fields), ...sealed?.compared });
  const name = { key: key as string, owner: owner as string | null };
  return { line, type, ...name, content, hash: hash('sha256', compared, 'buffer') };
}

function refusedRecord(line: number, type: ImportType, fields: Fields): ParsedLine | null {
  const { key, owner } = nameOf(type, fields);
  if (!isUsableName(key)) return null;
  return { line, type, key, owner: isUsableName(owner) ? owner : null, content: null, hash: null };
}

function isUsableName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 64 && name.isWellFormed() && !name.includes('\u0000');
}

function nameOf(type: ImportType, fields: Fields) {
  const ownerField = importOwners[type];
  return { key: fields[importKeys[type]], owner: ownerField && fields[ownerField] };
}

/** The PIN or token of a record, sealed; its bytes differ each time, and what is compared does not. */
function sealedSecret(
  type: ImportType,
  key: string,
  fields: Fields,
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
  readonly keys?: readonly string[];
  readonly params?: { readonly code?: string };
}

function reasonsOf({ code, path, message, keys = [], params }: Issue, type: ImportType) {
  if (code === 'unrecognized_keys')
    return keys.map((key) => ({ field: fieldName([...path, key]), reason: `is not a field of ${type}` }));
  const field = fieldName(path);
  if (params?.code === 'characters')
    return [{ field, reason: 'has characters that cannot be stored (NUL or half a surrogate pair)' }];
  const reason = message
    .replace(/^Invalid input: expected (.*), received undefined$/, 'is missing ($1)')
    .replace(/^Invalid input: expected (.*), received (.*)$/, 'must be $1, is $2')
    .replace(/^Too (big|small): expected \w+ to (be|have) /, 'must $2 ');
  return [{ field, reason }];
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
