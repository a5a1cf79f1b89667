import { lastDayOfMonth } from '@myaccount/contract/calendar';
import type { CardType } from '@myaccount/contract/payment-methods';
import type { Unavailable } from './service-http.ts';

/** A card or bank account that a hosted frame took in, as its service describes it. */
export interface Capture {
  /** The service's token. It never leaves the server. */
  readonly token: string;
  readonly cardType: CardType;
  readonly lastFour: string;
  /** Last day of the month on the card; null for a bank account. */
  readonly expiresOn: string | null;
}

/** The service's answer to a question about what a frame took in. */
export type CaptureResult =
  | { readonly outcome: 'captured'; readonly capture: Capture }
  /** The service refuses the card or bank account, for good. */
  | { readonly outcome: 'refused'; readonly code: string; readonly text: string }
  /** The customer has not finished the form. */
  | { readonly outcome: 'not-complete' }
  /** The service does not know the ticket or uid, or no longer. */
  | { readonly outcome: 'not-found' }
  | Unavailable;

/** Returns the last four digits of a masked number; undefined if it has other digits, or fewer. */
export function lastFourOf(maskedNumber: unknown): string | undefined {
  return typeof maskedNumber === 'string' ? /^\D*(\d{4})$/.exec(maskedNumber)?.[1] : undefined;
}

/** Returns the day on which a card expires, the last of its month; undefined unless month and year are one. */
export function cardExpiry(month: unknown, year: unknown): string | undefined {
  const isMonth = typeof month === 'string' && /^(?:0[1-9]|1[0-2])$/.test(month);
  if (!isMonth || typeof year !== 'string' || !/^20\d{2}$/.test(year)) return undefined;
  return lastDayOfMonth(Number(year), Number(month));
}
