import { isClosed } from '@myaccount/contract/appointments';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { AddToCalendar } from './AddToCalendar.tsx';
import type { Visit } from './appointments.queries.ts';
import classes from './Visit.module.css';
import { VisitSteps } from './VisitSteps.tsx';

/** How far a visit is, what that means, and until the technician works, its entry for the customer's own calendar. */
export function VisitStatus({ visit, message }: { visit: Visit; message: string }) {
  const { t } = useTranslation();
  const { jobStatus, currentAppointment, kind, timeZone, calendar } = visit;
  return (
    <section className={classes.card} aria-label={t('appointments.steps')}>
      {jobStatus !== 'Cancelled' && (
        <div className={classes.steps}>
          <VisitSteps jobStatus={jobStatus} />
        </div>
      )}
      <p className={classes.message}>
        {message}
        {jobStatus === 'Cancelled' && (
          <>
            {' '}
            <PhoneLink phone={config.brand.supportPhone} />.
          </>
        )}
      </p>
      {!isClosed(jobStatus) && jobStatus !== 'In Progress' && (
        <AddToCalendar booked={{ ...currentAppointment, kind, timeZone, calendar }} />
      )}
    </section>
  );
}
