import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { TFunction } from 'i18next';

/** What a form holds: texts as typed, by the names that the fields have on the wire. */
type FormValues = Readonly<Record<string, string>>;

/** What a form over values of the account is about. Methods, so that components take the form of any values. */
export interface AccountFormRules<Values extends FormValues = FormValues> {
  /** Names its texts and its draft. */
  readonly name: 'address' | 'contact' | 'notifications' | 'pin';
  /** True when values that belong together, such as an address, are kept or given up as one. */
  readonly isOneValue?: boolean;
  /** True when nothing typed may be kept in the tab, nor shown beside what is on record. */
  readonly isSecret?: boolean;
  valuesOf(account: CustomerAccount): Values;
  /** Returns the account with the values in it. */
  withValues(account: CustomerAccount, values: Values): CustomerAccount;
  /** Returns what is wrong with each value, as the last part of the key of its text. */
  errorsOf(values: Values): Readonly<Record<string, string | undefined>>;
  /** Returns how a value is shown; undefined when it is shown as it is. */
  displayValue?(name: string, value: string, t: TFunction): string | undefined;
}

/** A form that is open: what it began with, and what is in it now. */
export interface OpenForm {
  readonly base: FormValues;
  readonly values: FormValues;
}

/** A value that was changed elsewhere while the form was open. */
export interface Conflict {
  readonly field: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Whether anything in the form differs from what it began with. */
export function isChanged({ base, values }: OpenForm): boolean {
  return Object.keys(values).some((name) => values[name] !== base[name]);
}

/** Whether the customer has set this value: an address is set as a whole. */
function isMine({ isOneValue }: AccountFormRules, { base, values }: OpenForm, name: string): boolean {
  return isOneValue === true || values[name] !== base[name];
}

/** Returns the customer's values for which somebody else has saved others since; never a secret that the form did not show. */
export function conflictsOf(form: AccountFormRules, open: OpenForm, account: CustomerAccount): Conflict[] {
  const theirs = form.valuesOf(account);
  const { base, values } = open;
  return Object.entries(values)
    .filter(([name]) => isMine(form, open, name) && !(form.isSecret && base[name] === ''))
    .filter(([name, mine]) => theirs[name] !== base[name] && theirs[name] !== mine)
    .map(([field, mine]) => ({ field, theirs: theirs[field] ?? '', mine }));
}

/** Returns what a save writes: the customer's values, and what is on record for those that the customer left alone. */
export function mergedValues(form: AccountFormRules, open: OpenForm, account: CustomerAccount): FormValues {
  const mine = Object.entries(open.values).filter(([name]) => isMine(form, open, name));
  return { ...form.valuesOf(account), ...Object.fromEntries(mine) };
}

/** Returns the form that gives up the values in conflict for what is on record. */
export function withTheirs(form: AccountFormRules, open: OpenForm, account: CustomerAccount): OpenForm {
  const base = form.valuesOf(account);
  if (form.isOneValue) return { base, values: base };
  const theirs = conflictsOf(form, open, account).map(({ field, theirs }) => [field, theirs]);
  return { base, values: { ...mergedValues(form, open, account), ...Object.fromEntries(theirs) } };
}
