import { hash } from 'node:crypto';
import {
  type ImportRecord,
  type ImportType,
  importKeys,
  importOwners,
  importRecords,
} from '@myaccount/contract/import';
import { compactImport } from '@myaccount/contract/import-content';
import { needsSmtpUtf8 } from '@myaccount/contract/mailable-email';
import type { z } from 'zod';
import { findRepeatedKey } from '../../../platform/json-keys.ts';
import type { FileLine } from '../../../platform/lines.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { type RecordKey, type SealedField, sealSecret, secretFields } from './import.secrets.rules.ts';

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

/**
 * What a line says: its record where it is known, and why it is not taken. Without content it was refused, and is kept for
 * what depends on it.
 */
export interface ParsedLine {
  readonly line: number;
  readonly type: ImportType | null;
  /** Null when it is not known which record the line is about. */
  readonly key: string | null;
  readonly owner: string | null;
  readonly content: string | null;
  readonly hash: Buffer | null;
  readonly refusals: readonly LineRefusal[];
}

const unknown = { type: null, key: null, owner: null, content: null, hash: null };

type Fields = Readonly<Record<string, unknown>>;

/** What reading a record needs. */
export interface ReadContext {
  readonly secrets: Secrets;
  /** The setting MAIL_SMTPUTF8. */
  readonly smtpUtf8: boolean;
}

/** Reads one line: a record, refusals, or both when it is known which record is refused. */
export function parseLine({ number: line, text, problem }: FileLine, context: ReadContext): ParsedLine {
  if (text === null) return refusedLine(line, 'line', problem ?? 'cannot be read');
  const object = parseObject(text);
  // A text that comes out as it went in lost no key: that is known sooner.
  const repeated = !object || JSON.stringify(object) === text ? undefined : findRepeatedKey(text);
  if (repeated) return refusedLine(line, fieldName([repeated.key]), 'is given twice in one object');
  return parseRecord(object, line, context);
}

/** Reads one record, as {@link parseLine} does. It is laid over what its last import said: a field that is absent stays as it was. */
export function parseRecord(
  record: unknown,
  line: number,
  { secrets, smtpUtf8 }: ReadContext,
  last: Content | null = null,
): ParsedLine {
  if (!isObject(record)) return refusedLine(line, 'line', 'is not a JSON object');
  const { type, ...given } = record;
  if (!isImportType(type))
    return refusedLine(line, 'type', `must be one of ${Object.keys(importRecords).join(', ')}`);
  const { fields, sealed } = last ? laidOver(type, last, given) : { fields: given };
  const read = importRecords[type].safeParse(fields);
  const refusals = read.success
    ? unmailable(read.data, smtpUtf8)
    : read.error.issues.flatMap((issue) => reasonsOf(issue, type));
  if (read.success && refusals.length === 0)
    return { line, ...recordOf(type, read.data, secrets, sealed), refusals: [] };
  const name = nameRecord({ type, ...fields });
  return { line, ...unknown, ...name, refusals: refusals.map((refusal) => ({ line, ...refusal })) };
}

/** Returns which record is meant, also when it cannot be read; undefined when that is not known. */
export function nameRecord(record: unknown): (RecordKey & { readonly owner: string | null }) | undefined {
  if (!isObject(record) || !isImportType(record.type)) return undefined;
  const { type } = record;
  const shape: Readonly<Record<string, z.ZodType>> = importRecords[type].shape;
  const named = nameOf(type, record);
  const read = shape[importKeys[type]]?.safeParse(named.key);
  const key = read?.success ? String(read.data) : named.key;
  if (!read?.success && !isUsableName(key)) return undefined;
  return { type, key: key as string, owner: isUsableName(named.owner) ? named.owner : null };
}

const refusedLine = (line: number, field: string, reason: string): ParsedLine => ({
  line,
  ...unknown,
  refusals: [{ line, field, reason }],
});

/** Both kinds of secrets may be this text: it stands for one that is sealed already. */
const secretSealedBefore = '0000';

/** A record with what the last import said of the fields that it leaves out. */
function laidOver(type: ImportType, last: Content, given: Fields) {
  const before = compactImport(type, last);
  const fields = {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  const secret = secretFields[type];
  const sealed =
    secret && given[secret] === undefined ? (before[secret] as SealedField | undefined) : undefined;
  return { fields: secret && sealed ? { ...fields, [secret]: secretSealedBefore } : fields, sealed };
}

/** A record with its secret sealed, and the hash of what is compared: sealed bytes differ each time. */
function recordOf(type: ImportType, fields: Fields, secrets: Secrets, sealedBefore?: SealedField) {
  const name = nameOf(type, fields) as { readonly key: string; readonly owner: string | null };
  const secret = secretFields[type];
  const text = secret && fields[secret];
  const seal = (plain: string) => sealedBefore ?? sealSecret(secrets, { type, key: name.key }, plain);
  const sealed = typeof text === 'string' ? seal(text) : null;
  const withSecret = (record: Fields, part: object) =>
    secret && sealed ? { ...record, [secret]: part } : record;
  const { keyId, fingerprint } = sealed ?? {};
  const compared = withSecret(compactImport(type, fields), { keyId, fingerprint });
  const content = JSON.stringify(withSecret(fields, { ...sealed }));
  return { type, ...name, content, hash: hash('sha256', JSON.stringify(compared), 'buffer') };
}

/** Returns the refusal of an address that the mail server does not take. */
function unmailable({ emailAddress }: Fields, smtpUtf8: boolean) {
  const reason = 'has other letters than ASCII before the @, and MAIL_SMTPUTF8 is off';
  return !smtpUtf8 && needsSmtpUtf8(String(emailAddress)) ? [{ field: 'emailAddress', reason }] : [];
}

function nameOf(type: ImportType, fields: Fields) {
  const owner = importOwners[type];
  return { key: fields[importKeys[type]], owner: owner ? fields[owner] : null };
}

function isUsableName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 64 && name.isWellFormed() && !name.includes('\u0000');
}

function reasonsOf(issue: z.core.$ZodIssue, type: ImportType) {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: fieldName([...issue.path, key]),
      reason: `is not a field of ${type}`,
    }));
  if (issue.code === 'custom' && issue.params?.code === 'characters')
    return [{ field, reason: 'has characters that cannot be stored (NUL or half a surrogate pair)' }];
  const reason = issue.message
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

function isObject(value: unknown): value is Fields {
  return value instanceof Object && !Array.isArray(value);
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
