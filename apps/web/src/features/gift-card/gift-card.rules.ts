import type { AccountDetails } from '@myaccount/contract/accounts';
import { addDays } from '@myaccount/contract/calendar';
import { giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/time.ts';

/** A card comes at most so long after the window's last day. */
const arrivalDays = 28;

/** What an account can do about its gift card, the days of its window, and whether the card is still to come. */
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
  const today = businessToday();
  const state = giftCardState(entry, today, giftDays);
  const lastDay = firstDay && lastGiftDay(firstDay, giftDays);
  const isAwaited = state === 'registered' && lastDay !== undefined && today <= addDays(lastDay, arrivalDays);
  return { state, firstDay, lastDay, isAwaited };
}
