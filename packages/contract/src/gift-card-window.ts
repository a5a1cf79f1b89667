import { addDays } from './calendar.ts';

/** What an account can do about its gift card. */
export type GiftCardState = 'not-eligible' | 'expired' | 'open' | 'registered';

/** What is known of an account's gift card; undefined where nothing is. */
export interface GiftCardEntry {
  readonly isApplied: boolean;
  readonly isEligible: boolean;
  /** Day 0 of the window, `YYYY-MM-DD`; null for a window without an end. */
  readonly eligibleDate: string | null;
}

/** Returns the last day of the window, `YYYY-MM-DD`: `giftDays` after the eligible date. */
export function lastGiftDay(eligibleDate: string, giftDays: number): string {
  return addDays(eligibleDate, giftDays);
}

/** Returns what an account can do on a day of the business's calendar; the last day of the window still counts (GIFT-1). */
export function giftCardState(
  entry: GiftCardEntry | undefined,
  today: string,
  giftDays: number,
): GiftCardState {
  if (entry?.isApplied) return 'registered';
  if (!entry?.isEligible) return 'not-eligible';
  const { eligibleDate } = entry;
  const isExpired = eligibleDate !== null && today > lastGiftDay(eligibleDate, giftDays);
  return isExpired ? 'expired' : 'open';
}
