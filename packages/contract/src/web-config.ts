import { z } from 'zod';
import type { Flags } from './flags.ts';
import { defaultLanguage, fieldIn, languages, type TranslatedField } from './languages.ts';
import type { Limits } from './limits.ts';

/** Label in the other languages, a field each: `labelEs`. */
const translatedLabels = Object.fromEntries(
  languages
    .filter((language) => language !== defaultLanguage)
    .map((language) => [fieldIn('label', language), z.string().optional()]),
) as Record<TranslatedField<'label'>, z.ZodOptional<z.ZodString>>;

const link = z.object({ label: z.string(), ...translatedLabels, url: z.url() });

/** Card networks that can be taken. */
export const cardBrands = ['visa', 'mastercard', 'amex', 'discover', 'jcb'] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The operator’s brand; none of it is in the code. */
export const brand = z.strictObject({
  name: z.string().min(1),
  /** An SVG or PNG as a data: URL, or a path under the portal’s base. */
  logo: z.string().min(1),
  /** Logo for the dark color scheme, if it differs. */
  logoDark: z.string().min(1).optional(),
  /** The logo as a PNG data: URL, for mail: most mail programs show no SVG. */
  logoPng: z
    .string()
    .regex(/^data:image\/png;base64,/)
    .optional(),
  /** Accent color, `#rrggbb`. */
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  supportPhone: z.string().min(1),
  supportEmail: z.email(),
  termsUrl: z.url(),
  privacyUrl: z.url(),
  mobileUrl: z.url(),
  referUrl: z.url(),
  links: z.array(link),
  social: z.array(link),
  /** The provider’s postal address, where customers send checks; printed on the bill. */
  addressLines: z.array(z.string()).min(1).max(4),
  /** The card networks that the provider takes, in the order in which the form says so. */
  cardBrands: z.array(z.enum(cardBrands)).default(['visa', 'mastercard', 'amex', 'discover']),
});
export type Brand = z.infer<typeof brand>;

/** What the clocks of a time zone differ from UTC, for a while. */
export interface UtcOffset {
  /** ISO 8601, in UTC. */
  readonly from: string;
  /** The first instant after it. */
  readonly until: string;
  readonly minutes: number;
}

/** The web application’s configuration. The server writes it into the page as inert JSON. */
export interface WebConfig {
  readonly brand: Brand;
  readonly flags: Flags;
  readonly limits: Limits;
  readonly siteUrl: string | null;
  readonly timeZone: string;
  /** The time zone's offsets of the next years: a phone takes 150 ms until it knows its first time zone. */
  readonly utcOffsets: readonly UtcOffset[];
  /** Origins of the hosted frames: messages count only from there (METHODS-8). */
  readonly frames: { readonly transafe: string; readonly chase: string };
  /** Name of Chase's form for cards. */
  readonly chaseCardForm: string;
  /** `channel` of the saves of account data (API-17). */
  readonly preferenceChannel: string;
  /** The mail server takes addresses with other letters than ASCII before the @ (the setting `MAIL_SMTPUTF8`). */
  readonly smtpUtf8: boolean;
}
