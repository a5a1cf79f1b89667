import { dollarsFromCents, isWholeCents } from '@myaccount/contract/money';
import { opaqueId, text } from '@myaccount/contract/text';
import { z } from 'zod';

// The kinds of values in answers of Gotransverse, each with the reason that a person reads when it is refused.

export const id = z.string().regex(/^\d{1,19}$/, 'must be an id of digits');
export const number = opaqueId;
export const shortText = text(100);

/** Dollars as a JSON number, to the text of an import. */
export const amount = z
  .number()
  .refine(
    (value) => Math.abs(value) < 1e9 && isWholeCents(value),
    'must be dollars with at most two decimals',
  )
  .transform((value) => value.toFixed(2));

/** Dollars as a JSON number, in cents. */
export const cents = amount.transform((value) => Math.round(Number(value) * 100));

/**
 * A day: the vendor writes midnight, of UTC or of US Central. The first ten characters are the day; no conversion moves it.
 */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:T0[0-6]:00:00(?:\.0+)?Z)?$/, 'must be a day, or midnight of UTC or US Central')
  .transform((value) => value.slice(0, 10))
  .pipe(z.iso.date({ error: 'must be a day that exists' }));

export const instant = z.iso.datetime({ offset: true, error: 'must be a time with offset, ISO 8601' });

/** One of the words of a table, to what it means; another word is refused. */
export function oneOf<T>(table: Readonly<Record<string, T>>) {
  return z.string().transform((word, context) => {
    const meaning = Object.hasOwn(table, word) ? table[word] : undefined;
    if (meaning !== undefined) return meaning;
    context.addIssue({ code: 'custom', message: `must be one of ${Object.keys(table).join(', ')}` });
    return z.NEVER;
  });
}

/** US dollars, the only currency. */
export const currency = z.literal('USD', { error: 'must be USD' });

/** “-10.00” of cents. */
export const dollarText = (value: number) => dollarsFromCents(value).toFixed(2);
