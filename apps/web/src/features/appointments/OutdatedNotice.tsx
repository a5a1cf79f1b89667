import { clockHour, formatTime } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { noBreak } from './visit-time.rules.ts';

interface OutdatedNoticeProps {
  /** When the visit was last read. */
  readonly asOf: Date;
  readonly timeZone: string;
  readonly onRetry: () => Promise<unknown>;
}

/** Says that the page shows what it knew last: it is offline, or the server does not answer. */
export function OutdatedNotice({ asOf, timeZone, onRetry }: OutdatedNoticeProps) {
  const { t, i18n } = useTranslation();
  const clock = formatTime(asOf, matchLanguage([i18n.language]), timeZone);
  const time = noBreak(t('appointments.clock', { time: clock, count: clockHour(asOf, timeZone) }));
  return (
    <Notice tone="wait" title={t('appointments.outdated.title')}>
      <p>{t('appointments.outdated.text', { time })}</p>
      <div>
        <Button variant="default" onClick={() => void onRetry()}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    </Notice>
  );
}
