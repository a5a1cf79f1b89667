import type { BillingRefresh } from '@myaccount/contract/home';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../api/server-time.ts';
import { businessToday, formatMoment, formatTime, noBreak } from '../../ui/time.ts';

const shownAfterMs = 60_000;

/** “As of 10:42 AM EST” where the billing system was not asked within the last minute, with its day where that is another (LIVE-3). */
export function AsOf({ at }: { readonly at: string }) {
  const { t, i18n } = useTranslation();
  const instant = new Date(at);
  if (serverNow().getTime() - instant.getTime() <= shownAfterMs) return null;
  const isToday = businessToday(instant) === businessToday();
  const time = isToday ? noBreak(formatTime(instant, i18n.language)) : formatMoment(at, i18n.language);
  return <span>{` ${t('billing-system.asOf', { time })}`}</span>;
}

/** How an account's balance was asked for. */
export interface AskedBalance {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
}

/** After a new reading, loads again what a page shows beside the balance (LIVE-3): bills, history, methods. */
export function reloadAfterReading({ asOf }: BillingRefresh, { client, queryKey }: AskedBalance): void {
  const before = client.getQueryData<BillingRefresh>(queryKey);
  if (!before || before.asOf === asOf) return;
  const isBeside = (other: { readonly queryKey: QueryKey }) => other.queryKey[2] !== queryKey[2];
  void client.invalidateQueries({ queryKey: queryKey.slice(0, 2), predicate: isBeside });
}
