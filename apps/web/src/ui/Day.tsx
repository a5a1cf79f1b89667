import { formatShortDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useTranslation } from 'react-i18next';
import layout from './layout.module.css';

/** A calendar day, `YYYY-MM-DD`, as tables and lists of facts show it. */
export function Day({ day }: { day: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={day} className={layout.figures}>
      {formatShortDay(day, matchLanguage([i18n.language]))}
    </time>
  );
}

/** A first and a last day; a line may end before the dash. */
export function DayRange({ from, to }: { from: string; to: string }) {
  return (
    <>
      <Day day={from} />{' '}
      <span className={layout.figures}>
        <span>– </span>
        <Day day={to} />
      </span>
    </>
  );
}
