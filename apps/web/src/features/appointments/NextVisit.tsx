import { isLive, type VisitProgress } from '@myaccount/contract/visit-progress';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { useAccountDetails } from '../accounts/accounts.queries.ts';
import { OpenVisit } from './OpenVisit.tsx';
import { useTimeWords } from './useTimeWords.ts';
import { useProgressTexts } from './useVisitTexts.ts';
import { oneStop, slotOf, type TimeSlot } from './visit-time.rules.ts';

/** The account's next visit on its home page, with the way to see and move it. */
export function NextVisit() {
  const { nextVisit } = useAccountDetails().data ?? {};
  return nextVisit && <VisitLine visit={nextVisit} slot={slotOf(nextVisit)} />;
}

function VisitLine({ visit, slot }: { visit: VisitProgress; slot: TimeSlot }) {
  const { t } = useTranslation();
  const words = useTimeWords(slot, config.timeZone);
  const { sentence } = useProgressTexts(visit, slot, config.timeZone);
  return (
    <Section title={t('appointments.tab')} isTitleHidden>
      <div className={layout.ends}>
        <p>{isLive(visit.jobStatus) ? sentence : oneStop(t('appointments.own.when', words))}</p>
        <OpenVisit>{t('appointments.own.open')}</OpenVisit>
      </div>
    </Section>
  );
}
