import type { BillingRefresh } from '@myaccount/contract/home';
import { loadScript } from '../../api/connection.ts';
import type { HappeningsProps, PaidByProps } from './HappeningRows.tsx';

let parts: typeof import('./HappeningRows.tsx') | undefined;

/** Loads what shows happenings, for an account that has some: with its balance, so that nothing moves when it comes. */
export async function loadHappenings({ happenings }: BillingRefresh): Promise<void> {
  if (happenings.length > 0) parts ??= await loadScript(() => import('./HappeningRows.tsx'));
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
