import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';
import classes from './Visit.module.css';

/** As high as the status and the calendar. */
const cards = [
  ['3rem', '1.5rem', '2.75rem'],
  ['1.5rem', '21rem', '12rem'],
];

/** In place of a visit while it loads. */
export function VisitSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageTitle>{t('appointments.tab')}</PageTitle>
      {cards.map((heights) => (
        <div key={heights[0]} className={classes.card}>
          <Skeletons heights={heights} />
        </div>
      ))}
    </div>
  );
}
