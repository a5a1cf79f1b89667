import { isClosed, isLive, type JobStatus } from '@myaccount/contract/visit-progress';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, correlationIdOf } from '../../api/api-problem.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Message } from '../../ui/Message.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Reference } from '../../ui/Reference.tsx';
import section from '../../ui/Section.module.css';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';
import { announce } from '../../ui/toasts.ts';
import { AddToCalendar } from './AddToCalendar.tsx';
import { ExpiredLink, type LoadedVisit, visitQuery } from './appointments.queries.ts';
import type { BookedVisit, BookingRefusal } from './booking.rules.ts';
import { ChangeTime } from './ChangeTime.tsx';
import { useBooking } from './useBooking.ts';
import { useTimeWords } from './useTimeWords.ts';
import classes from './Visit.module.css';
import { useClock, useProgressTexts, useVisitHeading } from './visit-texts.ts';
import { oneStop, slotOf, type TimeSlot } from './visit-time.rules.ts';

interface VisitProps {
  /** Of the link; empty if it has none. */
  readonly token: string;
  readonly onBooked: (booked: BookedVisit) => void;
}

/** A visit by its link: what is planned, how far it is, and the times that it can be moved to (SCHEDULE-1). */
export function Visit({ token, onBooked }: VisitProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(visitQuery(token));
  // Whatever the reason that the link does not work (SCHEDULE-5).
  const isExpired = error instanceof ExpiredLink;
  if (data && !isExpired)
    return <VisitScreen token={token} loaded={data} error={error} onRefresh={refetch} onBooked={onBooked} />;
  if (!error) return <Skeleton />;
  return (
    <div className={section.card}>
      {isExpired ? (
        <Message
          title={t('appointments.expired.title')}
          actions={
            <Link to="/" {...buttonLook()}>
              {t('appointments.expired.signIn')}
            </Link>
          }
          callText={t('appointments.expired.call')}
        >
          <p>{t('appointments.expired.text')}</p>
          <p>{t('appointments.expired.how')}</p>
        </Message>
      ) : (
        <Message
          title={t('appointments.notLoaded.title')}
          actions={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
          callText={t('appointments.notLoaded.call')}
          reference={correlationIdOf(error)}
        >
          {error instanceof ApiProblem && <p>{problemText(error, t)}</p>}
          <p>{t('appointments.notLoaded.meaning')}</p>
        </Message>
      )}
    </div>
  );
}

interface VisitScreenProps extends VisitProps {
  readonly loaded: LoadedVisit;
  /** Why the visit could not be loaded again; null if it could. */
  readonly error: Error | null;
  readonly onRefresh: UseQueryResult<LoadedVisit>['refetch'];
}

/** A visit in one glance, with its progress and, until it is over, the times that it can be moved to. */
function VisitScreen({ token, loaded, error, onRefresh, onBooked }: VisitScreenProps) {
  const { t } = useTranslation();
  const { visit } = loaded;
  const { jobStatus, confirming, timeZone, currentAppointment } = visit;
  const heading = useVisitHeading(visit);
  const { sentence, ...texts } = useProgressTexts(visit, slotOf(currentAppointment), timeZone);
  const clock = useClock(timeZone);
  const words = useTimeWords(slotOf(confirming ?? currentAppointment), timeZone);
  const { booking, book } = useBooking({ token, loaded, onRefresh, onBooked });
  const { refusal, slot: refused } = booking;
  const refresh = () => void onRefresh();
  // One that begins while somebody chooses takes no choice away.
  const [isBehindLink] = useState(isLive(jobStatus));
  const tryAgain = (
    <div>
      <Button variant="default" onClick={refresh}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
  useAnnouncedChange(jobStatus, sentence);
  useAnnouncedChange(currentAppointment.startDate, heading);

  return (
    <div className={`${layout.stack} ${classes.page}`}>
      <PageTitle tab={t('appointments.tab')}>{heading}</PageTitle>
      {error && refusal !== 'unknown' && (
        <Notice tone="wait" title={t('appointments.outdated.title')}>
          <p>{t('appointments.outdated.text', { time: clock(loaded.asOf) })}</p>
          {tryAgain}
        </Notice>
      )}
      {refusal && refused && (
        <RefusalNotice key={booking.count} refusal={refusal} slot={refused} timeZone={timeZone}>
          {refusal === 'unknown' && tryAgain}
        </RefusalNotice>
      )}
      <VisitStatus visit={visit} {...texts} />
      {confirming && (
        <Notice tone="wait" title={t('appointments.confirming.title')} isFocused={booking.count > 0}>
          <p>{oneStop(t('appointments.confirming.text', words))}</p>
          <p>{t('appointments.confirming.meaning')}</p>
        </Notice>
      )}
      {!confirming && !isClosed(jobStatus) && (
        <OtherTimes isBehindLink={isBehindLink}>
          <ChangeTime token={token} loaded={loaded} booking={booking} onConfirm={book} onReload={refresh} />
        </OtherTimes>
      )}
    </div>
  );
}

/** The other times: of a visit that is under way behind a link, because hardly anybody wants them now. */
function OtherTimes({
  isBehindLink,
  children,
}: {
  readonly isBehindLink: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  if (!isBehindLink) return children;
  return (
    <details className={classes.other}>
      <summary>{t('appointments.other')}</summary>
      {children}
    </details>
  );
}

interface RefusalNoticeProps {
  readonly refusal: BookingRefusal;
  /** The time that was refused. */
  readonly slot: TimeSlot;
  readonly timeZone: string;
  readonly children: ReactNode;
}

/** Says why a visit was not moved, and what holds (SCHEDULE-6). It takes the focus. */
function RefusalNotice({ refusal, slot, timeZone, children }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const words = useTimeWords(slot, timeZone);
  if (refusal instanceof ApiProblem) {
    return (
      <Notice tone="bad" title={t('appointments.failed')} isFocused>
        <p>{problemText(refusal, t)}</p>
        <p>{t('appointments.holds')}</p>
        <Reference id={refusal.correlationId} />
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={t(`appointments.refusal.${refusal}.title`)} isFocused>
      <p>{t(`appointments.refusal.${refusal}.text`, words)}</p>
      {children}
    </Notice>
  );
}

const steps = ['scheduled', 'onTheWay', 'inProgress', 'done'] as const;
/** The step that each progress belongs to; a visit that is off has none. */
const stepOf: Readonly<Record<JobStatus, number | undefined>> = {
  Ready: 0,
  Dispatch: 0,
  'En Route': 1,
  'In Progress': 2,
  Complete: 3,
  Cancelled: undefined,
};

interface VisitStatusProps {
  readonly visit: LoadedVisit['visit'];
  readonly figure: string | undefined;
  readonly message: string;
}

/** How far a visit is, what that means, and until the technician works, its entry for a calendar (SCHEDULE-4). */
function VisitStatus({ visit, figure, message }: VisitStatusProps) {
  const { t } = useTranslation();
  const { jobStatus, currentAppointment, kind, timeZone, calendar } = visit;
  const step = stepOf[jobStatus];
  return (
    <Section title={t('appointments.steps')} isTitleHidden className={layout.stack ?? ''}>
      {step !== undefined && (
        <Steps
          label={t('appointments.steps')}
          steps={steps.map((each) => t(`appointments.step.${each}`))}
          current={step}
          isOver={jobStatus === 'Complete'}
          isColumn
        />
      )}
      {figure && (
        <div>
          {jobStatus === 'En Route' && <p className={layout.small}>{t('appointments.expected')}</p>}
          <p className={classes.figure}>{figure}</p>
        </div>
      )}
      <p>{jobStatus === 'Cancelled' ? <CallSupport text={message} /> : message}</p>
      {!isClosed(jobStatus) && jobStatus !== 'In Progress' && (
        <AddToCalendar booked={{ ...currentAppointment, kind, timeZone, calendar }} />
      )}
    </Section>
  );
}

/** Has screen readers read out `text` when `value` changes while the page is open. */
function useAnnouncedChange(value: string, text: string): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    announce(text);
  }, [value, text]);
}
