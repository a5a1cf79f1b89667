import { isClosed } from '@myaccount/contract/appointments';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { announce } from '../../ui/toasts.ts';
import type { LoadedVisit } from './appointments.queries.ts';
import type { BookedVisit } from './booked-visit.ts';
import { ChangeTime } from './ChangeTime.tsx';
import { ConfirmingNotice } from './ConfirmingNotice.tsx';
import { OutdatedNotice } from './OutdatedNotice.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { type RefreshResult, useBooking } from './useBooking.ts';
import { useVisitTexts } from './useVisitTexts.ts';
import classes from './Visit.module.css';
import { VisitStatus } from './VisitStatus.tsx';

interface VisitScreenProps {
  readonly token: string;
  readonly loaded: LoadedVisit;
  /** Why the visit could not be loaded again; null if it could. */
  readonly error: Error | null;
  readonly onRefresh: () => Promise<RefreshResult>;
  readonly onBooked: (booked: BookedVisit) => void;
}

/** A visit in one glance, with its progress and, until it is over, the times that it can be moved to. */
export function VisitScreen({ token, loaded, error, onRefresh, onBooked }: VisitScreenProps) {
  const { t } = useTranslation();
  const { visit } = loaded;
  const { heading, message } = useVisitTexts(visit);
  const { booking, book } = useBooking({ token, loaded, onRefresh, onBooked });
  const { refusal, slot: refused } = booking;
  const isUnknown = refusal === 'unknown';
  useAnnouncedChange(visit.jobStatus, message);
  useAnnouncedChange(visit.currentAppointment.startDate, heading);

  return (
    <div className={classes.page}>
      <PageTitle tab={t('appointments.tab')}>{heading}</PageTitle>
      {error && !isUnknown && (
        <OutdatedNotice asOf={loaded.asOf} timeZone={visit.timeZone} onRetry={onRefresh} />
      )}
      {refusal && refused && (
        <RefusalNotice
          key={booking.count}
          refusal={refusal}
          slot={refused}
          timeZone={visit.timeZone}
          onRetry={onRefresh}
        />
      )}
      <VisitStatus visit={visit} message={message} />
      {visit.confirming && (
        <ConfirmingNotice time={visit.confirming} timeZone={visit.timeZone} isFocused={booking.count > 0} />
      )}
      {!visit.confirming && !isClosed(visit.jobStatus) && (
        <ChangeTime
          token={token}
          loaded={loaded}
          isBusy={booking.isBusy}
          isHeld={isUnknown}
          taken={refusal === 'taken' ? refused : undefined}
          onConfirm={book}
          onReload={() => void onRefresh()}
        />
      )}
    </div>
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
