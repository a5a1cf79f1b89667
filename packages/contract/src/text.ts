import { z } from 'zod';
import { emailPattern, hasInvisible, maximumEmailLength } from './email-address.ts';

const maximumIdLength = 64;

/** NUL cannot be stored and a lone surrogate would be changed silently: both are refused. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Text from outside: storable, in normal form C, `minimum` to `maximum` characters. */
export function text(maximum: number, minimum = 0) {
  return z
    .string()
    .min(minimum)
    .max(maximum)
    .refine(isStorableText, { params: { code: 'characters' } })
    .transform((value) => value.normalize('NFC'));
}

/** Most characters of a name: of a person, each of both parts. */
export const maximumNameLength = 300;

/** Returns whether a text says something: more than spaces. */
export function isFilled(text: string): boolean {
  return text.trim() !== '';
}

/** An e-mail address that names a login or a customer, whether mail can still be sent to it or not. */
export const email = text(maximumEmailLength).pipe(
  z
    .string()
    .trim()
    .refine((value) => !hasInvisible(value), { params: { code: 'characters' }, abort: true })
    .min(1)
    .regex(emailPattern),
);

/** An opaque id or number of ours. */
export const opaqueId = text(maximumIdLength, 1);

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date();

/** An instant with offset. */
export const instant = z.iso.datetime({ offset: true });
