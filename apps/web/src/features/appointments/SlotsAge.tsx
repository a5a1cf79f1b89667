import { formatDay, formatTime } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../api/server-time.ts';
import classes from './ChangeTime.module.css';
import { dayIn, noBreak } from './visit-time.rules.ts';

interface SlotsAgeProps {
  /** When the times were read. */
  readonly asOf: Date;
  readonly timeZone: string;
}

/** Says how old the offered times are, with the day if that is not today. */
export function SlotsAge({ asOf, timeZone }: SlotsAgeProps) {
  const { t, i18n } = useTranslation();
  const language = matchLanguage([i18n.language]);
  const day = dayIn(asOf, timeZone);
  const isToday = day === dayIn(serverNow(), timeZone);
  return (
    <p className={classes.age}>
      <strong>
        {t(isToday ? 'appointments.slotsAge.title' : 'appointments.slotsAge.titleOfDay', {
          time: noBreak(formatTime(asOf, language, timeZone)),
          day: noBreak(formatDay(day, language)),
        })}
      </strong>{' '}
      {t('appointments.slotsAge.text')}
    </p>
  );
}
