import { addDays } from './calendar.ts';
import type { DiscountEntry } from './import-file.ts';

/** A gift card that can be registered for: its window is open for 70 more days. */
export function openGiftCard(today: string): DiscountEntry {
  return { discountType: 'GiftCard', isApplied: false, isEligible: true, eligibleDate: addDays(today, -20) };
}
