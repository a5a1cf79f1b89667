import type { BillingRefresh } from '@myaccount/contract/home';
import { loadScript } from '../../api/connection.ts';
import type { AskedBalance } from '../billing-system/AsOf.tsx';
import type { HappeningsProps, PaidByProps } from './HappeningRows.tsx';

let parts: typeof import('./HappeningRows.tsx') | undefined;

/**
 * Loads what shows happenings and the age of the balance, for an account that has some: with its balance, so that nothing moves
 * when it comes.
 */
export async function loadHappenings(billing: BillingRefresh, asked: AskedBalance): Promise<void> {
  if (billing.happenings.length > 0 || billing.asOf)
    parts ??= await loadScript(() => import('./HappeningRows.tsx'));
  parts?.reading.reloadAfterReading(billing, asked);
}

/** How old the balance is (LIVE-3). */
export function AsOf({ at }: { readonly at: string }) {
  return parts && <parts.reading.AsOf at={at} />;
}

/** What just happened and what comes next (HOME-7). */
export function Happenings(props: HappeningsProps) {
  return parts && <parts.HappeningRows {...props} />;
}

/** Returns words in place of the figure, where nothing is to do (HOME-8). */
export function paidByHeading(props: PaidByProps) {
  return parts && <parts.PaidByHeading {...props} />;
}

/** The steps from this bill to the next, where it will be paid in time (HOME-8). */
export function PaidBySteps(props: PaidByProps) {
  return parts && <parts.PaidBySteps {...props} />;
}
