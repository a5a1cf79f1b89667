import type { BillingRefresh } from '@myaccount/contract/home';
import type { ComponentType } from 'react';
import { loadScript } from '../../api/connection.ts';
import type { HappeningsProps } from './HappeningRows.tsx';

let Rows: ComponentType<HappeningsProps> | undefined;

/** Loads what shows happenings, for an account that has some: with its balance, so that nothing moves when it comes. */
export async function loadHappenings({ happenings }: BillingRefresh): Promise<void> {
  if (happenings.length === 0) return;
  Rows ??= await loadScript(async () => (await import('./HappeningRows.tsx')).HappeningRows);
}

/** What just happened and what comes next (HOME-7). */
export function Happenings(props: HappeningsProps) {
  return Rows && <Rows {...props} />;
}
