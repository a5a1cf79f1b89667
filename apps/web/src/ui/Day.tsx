import { formatDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useTranslation } from 'react-i18next';
import layout from './layout.module.css';

/** A calendar day, `YYYY-MM-DD`, as customers read it. */
export function Day({ day }: { day: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={day} className={layout.figures}>
      {formatDay(day, matchLanguage([i18n.language]))}
    </time>
  );
}
