import { z } from 'zod';
import { hasInvisible } from './email-address.ts';
import { isMailable } from './mailable-email.ts';
import { isFilled, maximumNameLength, opaqueId, text } from './text.ts';

// The fields of an import file, each with the reason that a person reads when it is refused.

/** Entries of a list. */
export const maximumEntries = 200;
const earliestDay = '1900-01-01';
const dayReason = 'must be a day, YYYY-MM-DD';
const instantReason = 'must be a time with offset, ISO 8601';

/** One of a list of words; the reason names them all. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, { error: `must be one of ${words.map((word) => `"${word}"`).join(', ')}` });
}

/** Null when the file leaves it out. */
export const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** A value for a field that the file leaves out or that is null: both mean the same. */
export const orDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  orNull(schema).transform((given) => given ?? value);

/** Whether no two entries of a list have the same value at `field`. */
export function eachOnce<T extends Record<string, unknown>>(field: keyof T & string) {
  return (entries: readonly T[]) => new Set(entries.map((entry) => entry[field])).size === entries.length;
}

/** Dollars with two decimals as text: “84.99”, “-10.00”. */
export const money = z
  .string()
  .regex(/^-?\d{1,9}\.\d{2}$/, 'must be dollars with two decimals, such as "84.99"');
export const price = money.refine((value) => !value.startsWith('-'), 'must not be negative');
export const positiveAmount = money.refine((value) => Number(value) > 0, 'must be more than 0.00');

export const digits = (count: number) =>
  z.string().regex(new RegExp(`^\\d{${count}}$`), `must be ${count} digits`);

export const day = z.iso
  .date({ error: dayReason, abort: true })
  .refine((value) => value >= earliestDay, 'must be 1900 or later');
export const instant = z.iso
  .datetime({ offset: true, error: instantReason, abort: true })
  .refine((value) => value >= earliestDay, 'must be 1900 or later');
export const dayOrInstant = z.union([day, instant], { error: `${dayReason}, or ${instantReason.slice(8)}` });

/** An address that mail can be sent to. Whether the mail server takes it, the setting says: see `parseLine`. */
export const email = text(254)
  .refine((value) => !hasInvisible(value), 'has characters that nobody sees')
  .refine(isMailable, 'must be an e-mail address');
export const name = text(maximumNameLength);
export const filledName = name.refine(isFilled, 'must not be empty');
export const key = opaqueId.refine((value) => value.trim() === value, 'must not begin or end with a space');
