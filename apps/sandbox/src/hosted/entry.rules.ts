import type { Brand } from '../card-processor/brand.ts';
import type { FrameToken } from '../card-processor/frame-token.ts';
import { brandOf, isCardNumber, isRoutingNumber, readDigits } from './card-number.ts';
import { behaviorOf, type EntryEffect } from './test-numbers.ts';

/** The fields of the hosted forms, as they are posted. */
export type FieldName =
  | 'account'
  | 'expdate'
  | 'expmonth'
  | 'expyear'
  | 'cv'
  | 'cardholdername'
  | 'routing'
  | 'accounttype';

export type FieldReason = 'missing' | 'invalid' | 'unsupported' | 'expired';

export interface FieldProblem {
  readonly field: FieldName;
  readonly reason: FieldReason;
}

/** What a person typed, by field. */
export type Input = Readonly<Partial<Record<string, unknown>>>;

/** What may be kept of a card or bank account that was typed: never the number itself. */
export interface Entry extends FrameToken {
  readonly effect: EntryEffect;
}

/** What a form asks for besides number, expiry, and security code. */
export interface CardQuestions {
  readonly expiryFields: 'one' | 'two';
  readonly hasHolderName: boolean;
}

/** Either the problems of what was typed or, without any, what may be kept of it. */
export type EntryCheck =
  | { readonly problems: readonly FieldProblem[]; readonly entry?: undefined }
  | { readonly problems?: undefined; readonly entry: Entry };

const maxYearsAhead = 20;
const maxTextLength = 60;
const noExpiry = '0000';

/** Checks a card as typed at an instant. */
export function checkCard(
  input: Input,
  { expiryFields, hasHolderName }: CardQuestions,
  now: Date,
): EntryCheck {
  const digits = readDigits(textOf(input, 'account'));
  const brand = digits && brandOf(digits);
  const expiry = expiryFields === 'one' ? readExpiryText(input) : readExpiryFields(input);
  const problems = [
    cardNumberProblem(input, digits, brand),
    ...expiryProblems(expiry, now),
    securityCodeProblem(input, brand),
    hasHolderName ? holderNameProblem(input) : undefined,
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0 || !digits || !brand) return { problems };
  const { effect, outcomeCents = 0, isDebit } = behaviorOf('card', digits);
  const debitBrand = ({ VISA: 'VISADEBIT', MC: 'MCDEBIT' } as const)[brand as 'VISA' | 'MC'];
  return {
    entry: {
      brand: (isDebit && debitBrand) || brand,
      lastFour: digits.slice(-4),
      expiry: `${expiry.month.padStart(2, '0')}${expiry.year.slice(-2)}`,
      outcomeCents,
      effect,
    },
  };
}

/** Checks a bank account as typed. */
export function checkBankAccount(input: Input): EntryCheck {
  const digits = readDigits(textOf(input, 'account'));
  const routing = readDigits(textOf(input, 'routing'));
  const problems: FieldProblem[] = [];
  const report = (field: FieldName, isRight: boolean) => {
    if (!isRight) problems.push({ field, reason: textOf(input, field) ? 'invalid' : 'missing' });
  };
  report('cardholdername', holderNameProblem(input) === undefined);
  report('routing', routing !== undefined && isRoutingNumber(routing));
  report('account', digits !== undefined && /^\d{4,17}$/.test(digits));
  report('accounttype', /^[CS]$/.test(textOf(input, 'accounttype')));
  if (problems.length > 0 || !digits) return { problems };
  const { effect, outcomeCents = 0 } = behaviorOf('bank', digits);
  return { entry: { brand: 'ACH', lastFour: digits.slice(-4), expiry: noExpiry, outcomeCents, effect } };
}

function cardNumberProblem(
  input: Input,
  digits: string | undefined,
  brand: Brand | undefined | '',
): FieldProblem | undefined {
  if (!textOf(input, 'account')) return { field: 'account', reason: 'missing' };
  if (!digits || !isCardNumber(digits)) return { field: 'account', reason: 'invalid' };
  return brand ? undefined : { field: 'account', reason: 'unsupported' };
}

function securityCodeProblem(input: Input, brand: Brand | undefined | ''): FieldProblem | undefined {
  const code = textOf(input, 'cv');
  if (!code) return { field: 'cv', reason: 'missing' };
  const length = brand === 'AMEX' ? 4 : 3;
  return /^\d+$/.test(code) && code.length === length ? undefined : { field: 'cv', reason: 'invalid' };
}

interface ExpiryInput {
  readonly month: string;
  readonly year: string;
  readonly monthField: FieldName;
  readonly yearField: FieldName;
}

/** MM/YY, MM/YYYY, MMYY, or M/YY. */
function readExpiryText(input: Input): ExpiryInput {
  const text = textOf(input, 'expdate');
  const unreadable = text && '?';
  const [, month = unreadable, year = unreadable] = /^(\d{1,2})\s*[/-]?\s*((?:20)?\d{2})$/.exec(text) ?? [];
  return { month, year, monthField: 'expdate', yearField: 'expdate' };
}

function readExpiryFields(input: Input): ExpiryInput {
  const [month, year] = [textOf(input, 'expmonth'), textOf(input, 'expyear')];
  return { month, year, monthField: 'expmonth', yearField: 'expyear' };
}

/** The problems of month and year, once where both are in one field. */
function expiryProblems(expiry: ExpiryInput, now: Date): FieldProblem[] {
  const { month, year, monthField, yearField } = expiry;
  const wrong: FieldProblem[] = [];
  const check = (field: FieldName, text: string, pattern: RegExp) => {
    const isKnown = wrong.some((problem) => problem.field === field);
    if (!pattern.test(text) && !isKnown) wrong.push({ field, reason: text ? 'invalid' : 'missing' });
  };
  check(monthField, month, /^(?:0?[1-9]|1[0-2])$/);
  check(yearField, year, /^(?:20)?\d{2}$/);
  if (wrong.length > 0) return wrong;
  const monthsAhead =
    (2000 + Number(year.slice(-2)) - now.getUTCFullYear()) * 12 + Number(month) - 1 - now.getUTCMonth();
  if (monthsAhead < 0) return [{ field: monthField, reason: 'expired' }];
  return monthsAhead > maxYearsAhead * 12 ? [{ field: yearField, reason: 'invalid' }] : [];
}

/** A long number in the field for the name is likely the card's: it is refused rather than kept in the wrong place. */
function holderNameProblem(input: Input): FieldProblem | undefined {
  const field = 'cardholdername';
  const text = textOf(input, field);
  if (!text) return { field, reason: 'missing' };
  const isRight = text.length <= maxTextLength && !/(?:\d[ -]?){12}/.test(text);
  return isRight ? undefined : { field, reason: 'invalid' };
}

function textOf(input: Input, field: FieldName): string {
  const value = input[field];
  return typeof value === 'string' ? value.trim() : '';
}
