import { z } from 'zod';
import type { Flags } from './flags.ts';
import type { Limits } from './limits.ts';

const link = z.object({ label: z.string(), labelEs: z.string().optional(), url: z.url() });

/** The operator’s brand: nothing of it stands in code. */
export const brand = z.strictObject({
  name: z.string().min(1),
  /** Two-letter or drawn mark: an SVG or PNG as data: URL, or a path below the portal’s base. */
  logo: z.string().min(1),
  /** Logo for the dark scheme, if it differs. */
  logoDark: z.string().min(1).optional(),
  /** Accent colour, `#rrggbb`. */
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  supportPhone: z.string().min(1),
  supportEmail: z.email(),
  termsUrl: z.url(),
  privacyUrl: z.url(),
  mobileUrl: z.url(),
  referUrl: z.url(),
  links: z.array(link),
  social: z.array(link),
  /** Where the provider’s post comes from and checks go to; printed on the bill. */
  addressLines: z.array(z.string()).min(1).max(4),
});
export type Brand = z.infer<typeof brand>;

/** What the page knows at start, as inert JSON in it. */
export interface WebConfig {
  readonly brand: Brand;
  readonly flags: Flags;
  readonly limits: Limits;
  readonly siteUrl: string | null;
  readonly timeZone: string;
  /** Version of the bank debit’s authorization text (CONSENT-1). */
  readonly bankDebitTextVersion: string;
}
