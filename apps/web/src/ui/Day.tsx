import { useTranslation } from 'react-i18next';
import { formatDay } from './day.ts';
import classes from './figures.module.css';

/** A calendar day, `YYYY-MM-DD`, as customers read it. */
export function Day({ day }: { day: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={day} className={classes.figures}>
      {formatDay(day, i18n.language)}
    </time>
  );
}
