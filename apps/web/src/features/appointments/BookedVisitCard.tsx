import { useTranslation } from 'react-i18next';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Message } from '../../ui/Message.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import section from '../../ui/Section.module.css';
import { AddToCalendar } from './AddToCalendar.tsx';
import type { BookedVisit } from './booking.rules.ts';
import { useTimeWords } from './useTimeWords.ts';
import classes from './Visit.module.css';
import { oneStop, slotOf } from './visit-time.rules.ts';

/** Says that a visit was moved, and to when; or that this tab moved none (SCHEDULE-3). */
export function BookedVisitCard({ booked, onBack }: { booked: BookedVisit | undefined; onBack: () => void }) {
  const { t } = useTranslation();
  if (!booked) {
    return (
      <div className={section.card}>
        <Message title={t('appointments.success.none')} callText={t('appointments.success.call')}>
          <p>{t('appointments.success.noneHow')}</p>
        </Message>
      </div>
    );
  }
  return (
    <div className={`${layout.stack} ${classes.page}`}>
      <PageTitle>{t('appointments.success.title')}</PageTitle>
      <section className={`${section.card} ${layout.stack}`} aria-label={t('appointments.success.title')}>
        <AnswerPanel state="success" title={t('appointments.success.text')}>
          <BookedTime booked={booked} />
        </AnswerPanel>
        <div className={layout.buttons}>
          <AddToCalendar booked={booked} />
          <Button variant="default" onClick={onBack}>
            {t('appointments.success.back')}
          </Button>
        </div>
      </section>
    </div>
  );
}

function BookedTime({ booked }: { booked: BookedVisit }) {
  const { t } = useTranslation();
  const words = useTimeWords(slotOf(booked), booked.timeZone);
  const kind = t(`appointments.kind.${booked.kind}`);
  return <p>{oneStop(t('appointments.success.when', { kind, ...words }))}</p>;
}
