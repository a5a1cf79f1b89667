import type { AccountDetails } from '@myaccount/contract/accounts';
import { giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/time.ts';

/** What an account can do about its gift card, and the days of its window. */
export type GiftCardFacts = ReturnType<typeof giftCardOf>;

/** Returns what an account's details say of its gift card; the days are undefined where the window has no end. */
export function giftCardOf({ DiscountsList }: Pick<AccountDetails, 'DiscountsList'>) {
  const found = DiscountsList.find(({ DiscountType }) => DiscountType === 'GiftCard');
  const firstDay = found?.EligibleDate ?? undefined;
  const entry = found && {
    isApplied: found.IsDiscountApplied === 'true',
    isEligible: found.IsEligible === 'true',
    eligibleDate: found.EligibleDate,
  };
  const { giftDays } = config.limits;
  const state = giftCardState(entry, businessToday(), giftDays);
  return { state, firstDay, lastDay: firstDay && lastGiftDay(firstDay, giftDays) };
}
