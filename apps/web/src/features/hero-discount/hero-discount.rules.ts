import type { AccountDetails, CustomerAccount } from '@myaccount/contract/accounts';
import { config } from '../../api/config.ts';

/** Returns whether an account may apply: none of a business, none that is closed, none with the flag off (HERO-1). */
export function mayApply({ accountType, accountStatus }: CustomerAccount): boolean {
  return config.flags.heroDiscount && accountType === 'RESIDENTIAL' && accountStatus === 'ACTIVE';
}

/** Returns whether an account has the Hero Discount. */
export function hasHeroDiscount({ DiscountsList }: AccountDetails): boolean {
  return DiscountsList.some(
    ({ DiscountType, IsDiscountApplied }) => DiscountType === 'Hero Discount' && IsDiscountApplied === 'true',
  );
}
