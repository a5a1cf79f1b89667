import { useTranslation } from 'react-i18next';
import { AmountOwedSkeleton } from '../../../features/balance/AmountOwedSkeleton.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Skeletons } from '../../../ui/Skeletons.tsx';
import classes from './DashboardPage.module.css';

const tableLine = '1.125rem';
const row = '2.5rem';

/**
 * The shape of the dashboard while the balance loads. All of it is replaced at once, so that nothing that is there
 * already moves.
 */
export function DashboardSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.pair}>
        <Section title={t('home.nextPayment.title')}>
          <AmountOwedSkeleton after={['1.25rem']} />
        </Section>
        <Section title={t('home.latestBill.title')}>
          <Skeletons heights={[...Array.from({ length: 7 }, () => tableLine), ['2.75rem', '12rem']]} />
        </Section>
      </div>
      <Section title={t('home.bills.title')}>
        <Skeletons heights={['7rem', row, row, row, row, row]} />
      </Section>
      <Section title={t('home.manage.title')}>
        <Skeletons heights={[row, '6rem', ['2.75rem', '12rem']]} />
      </Section>
    </>
  );
}
