import type { CustomerAccount } from '@myaccount/contract/accounts';
import { customerFields } from '@myaccount/contract/customer-fields';
import type { TFunction } from 'i18next';

/** What a form holds: texts as typed, by the names that the fields have on the wire. */
export type FormValues = Readonly<Record<string, string>>;

/** A form over values of the account. */
export interface AccountForm<Values extends FormValues> {
  /** The feature's word: names its texts and its draft. */
  readonly name: string;
  /** True when values that belong together, such as an address, are kept or given up as one. */
  readonly isOneValue?: boolean;
  /** True when nothing typed may be kept in the tab, nor shown beside what is on record. */
  readonly isSecret?: boolean;
  readonly valuesOf: (account: CustomerAccount) => Values;
  /** Returns the account with the values in it. */
  readonly withValues: (account: CustomerAccount, values: Values) => CustomerAccount;
  /** Returns a value in words; undefined when it is shown as it is. */
  readonly wordsOf?: (name: string, value: string, t: TFunction) => string | undefined;
  /** Returns what is wrong with each value, as the last part of the key of its text. */
  readonly errorsOf: (values: Values) => FieldErrors<Values>;
}

/** Returns the key of a text of a form's field: its label, or what is wrong with its value. */
export function fieldTextKey(form: string, field: string, text: 'label' | (string & {})): string {
  if (field in customerFields) return `customer-fields.${field}.${text}`;
  return text === 'label' ? `${form}.fields.${field}` : `${form}.errors.${field}.${text}`;
}

/** What is wrong with values of a form, by their names. */
export type FieldErrors<Values extends FormValues> = Readonly<Partial<Record<keyof Values & string, string>>>;

/** A form that is open: what it began with, and what is in it now. */
export interface OpenForm<Values extends FormValues> {
  readonly base: Values;
  readonly values: Values;
}

/** A value that was changed elsewhere while the form was open. */
export interface Conflict {
  readonly field: string;
  readonly theirs: string;
  readonly mine: string;
}

const namesOf = <Values extends FormValues>(values: Values) =>
  Object.keys(values) as (keyof Values & string)[];

/** Whether anything in the form differs from what it began with. */
export function isChanged<Values extends FormValues>({ base, values }: OpenForm<Values>): boolean {
  return namesOf(values).some((name) => values[name] !== base[name]);
}

/** Whether the customer has set this value: an address is set as a whole. */
function isMine<Values extends FormValues>(
  form: AccountForm<Values>,
  { base, values }: OpenForm<Values>,
  name: keyof Values,
): boolean {
  return form.isOneValue === true || values[name] !== base[name];
}

/**
 * Returns the values that the customer set and that differ from what somebody else has saved since. A secret that the form
 * never showed is in conflict with nothing.
 */
export function conflictsOf<Values extends FormValues>(
  form: AccountForm<Values>,
  open: OpenForm<Values>,
  account: CustomerAccount,
): Conflict[] {
  const theirs = form.valuesOf(account);
  const { base, values } = open;
  return namesOf(values)
    .filter(
      (name) => theirs[name] !== base[name] && theirs[name] !== values[name] && isMine(form, open, name),
    )
    .filter((name) => !form.isSecret || base[name] !== '')
    .map((name) => ({ field: name, theirs: theirs[name] ?? '', mine: values[name] ?? '' }));
}

/** Returns what a save writes: the customer's values, and what is on record for those that the customer left alone. */
export function mergedValues<Values extends FormValues>(
  form: AccountForm<Values>,
  open: OpenForm<Values>,
  account: CustomerAccount,
): Values {
  const theirs = form.valuesOf(account);
  const merged = namesOf(open.values).map((name) => [
    name,
    isMine(form, open, name) ? open.values[name] : theirs[name],
  ]);
  return Object.fromEntries(merged) as Values;
}

/** Returns the form that gives up the values in conflict for what is on record. */
export function withTheirs<Values extends FormValues>(
  form: AccountForm<Values>,
  open: OpenForm<Values>,
  account: CustomerAccount,
): OpenForm<Values> {
  const base = form.valuesOf(account);
  if (form.isOneValue) return { base, values: base };
  const given = new Set(conflictsOf(form, open, account).map(({ field }) => field));
  const merged = mergedValues(form, open, account);
  const values = namesOf(merged).map((name) => [name, given.has(name) ? base[name] : merged[name]]);
  return { base, values: Object.fromEntries(values) as Values };
}
