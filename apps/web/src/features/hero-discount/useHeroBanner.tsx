import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { config } from '../../api/config.ts';
import { accountDetailsQuery, useAccount } from '../accounts/accounts.queries.ts';

/** The banner of a page, or null; a page waits for it, so that nothing moves when it comes. */
interface HeroBannerState {
  readonly isPending: boolean;
  readonly banner: ReactNode;
}

/**
 * Returns the banner to apply for the Hero Discount: none for a business, a closed account, one that has the discount, with
 * the flag off, and where what decides cannot be loaded (HERO-1).
 */
export function useHeroBanner(): HeroBannerState {
  const { accountNumber, accountType, accountStatus } = useAccount();
  const mayApply = config.flags.heroDiscount && accountType === 'RESIDENTIAL' && accountStatus === 'ACTIVE';
  const details = useQuery({ ...accountDetailsQuery(accountNumber), enabled: mayApply });
  const isApplied = details.data?.DiscountsList.some(
    (discount) => discount.DiscountType === 'Hero Discount' && discount.IsDiscountApplied === 'true',
  );
  // Loaded with the page's data: the pages of other accounts have no use for it.
  const loaded = useQuery({
    queryKey: ['hero-banner'],
    queryFn: () => import('./HeroBanner.tsx'),
    enabled: mayApply && !isApplied,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // A page waits for the first answer, not for further tries.
  const isPending = (details.isLoading && details.failureCount === 0) || loaded.isLoading;
  if (!mayApply || isPending || !loaded.data || !details.data) return { isPending, banner: null };
  const { HeroBanner } = loaded.data;
  return { isPending, banner: <HeroBanner key={accountNumber} isApplied={isApplied ?? false} /> };
}
