import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../api/server-time.ts';
import layout from '../../ui/layout.module.css';
import { businessToday, formatMoment, formatTime, noBreak } from '../../ui/time.ts';
import { useBillingReload } from '../accounts/accounts.queries.ts';

const shownAfterMs = 60_000;

/** “As of 10:42 AM” where the billing system was not asked within the last minute (LIVE-3). After a new reading the page loads again. */
export function AsOf({ at }: { readonly at: string }) {
  const { t, i18n } = useTranslation();
  const reload = useBillingReload();
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) void reload();
    before.current = at;
  }, [at, reload]);
  const instant = new Date(at);
  if (serverNow().getTime() - instant.getTime() <= shownAfterMs) return null;
  const isToday = businessToday(instant) === businessToday();
  const time = isToday ? noBreak(formatTime(instant, i18n.language)) : formatMoment(at, i18n.language);
  return <span className={layout.small}>{t('billing-system.asOf', { time })}</span>;
}
