import { z } from 'zod';
import { autopayFailures } from './autopay.ts';
import { paymentMethod } from './payment-methods.ts';
import { visitProgress } from './visit-progress.ts';

/** What just happened or comes next, best first (HOME-7). */
export const happeningKinds = [
  'returned',
  'declined',
  'visit',
  'method-expired',
  'on-its-way',
  'planned',
  'late-debt',
  'autopay',
  'method-expires',
  'email',
  'gift-card',
  'hero-discount',
] as const;
export type HappeningKind = (typeof happeningKinds)[number];

/** The most happenings that are told. */
export const mostHappenings = 3;

/** A happening. Which values it has follows from its kind. */
export const happening = z.object({
  kind: z.enum(happeningKinds),
  /** When it happened, or will, or the last day to act; null for a gift card without an end. */
  date: z.string().nullable(),
  /** Of money, and of the charge that a method expires before. */
  amount: z.number().optional(),
  payment_method: paymentMethod.pick({ card_type: true, last_four: true }).optional(),
  /** Of money: the open bills that it is about. */
  invoice_ids: z.array(z.string()).optional(),
  /** Why a charge failed, or money came back. */
  reason: z.enum(autopayFailures).optional(),
  /** When autopay charges again what failed, null with a bill to come; absent where it does not. */
  retry_date: z.string().nullable().optional(),
  /** The day of the charge that a method expires before. */
  charge_date: z.string().optional(),
  email_address: z.string().optional(),
  /** Of a visit that is under way. */
  visit: visitProgress.optional(),
});
export type Happening = z.infer<typeof happening>;
