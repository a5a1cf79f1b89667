import { isClosed, type JobStatus } from '@myaccount/contract/appointments';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { AddToCalendar } from './AddToCalendar.tsx';
import type { Visit } from './appointments.queries.ts';
import classes from './Visit.module.css';

/** How far a visit is, what that means, and until the technician works, its entry for the customer's own calendar. */
export function VisitStatus({ visit, message }: { visit: Visit; message: string }) {
  const { t } = useTranslation();
  const { jobStatus, currentAppointment, kind, timeZone, calendar } = visit;
  return (
    <section className={classes.card} aria-label={t('appointments.steps')}>
      {jobStatus !== 'Cancelled' && <VisitSteps jobStatus={jobStatus} />}
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

const steps = ['scheduled', 'onTheWay', 'inProgress', 'done'] as const;
/** The step that each progress stands for; a visit that is off stands for none. */
const stepOf: Readonly<Record<Exclude<JobStatus, 'Cancelled'>, number>> = {
  Ready: 0,
  Dispatch: 0,
  'En Route': 1,
  'In Progress': 2,
  Complete: 3,
};
const iconSize = 16;

/** The progress of a visit in four steps: those done have a tick, the current one is filled (SCHEDULE-4). */
function VisitSteps({ jobStatus }: { jobStatus: Exclude<JobStatus, 'Cancelled'> }) {
  const { t } = useTranslation();
  const current = stepOf[jobStatus];
  return (
    <ol className={classes.steps} aria-label={t('appointments.steps')}>
      {steps.map((step, index) => {
        const isDone = index < current || jobStatus === 'Complete';
        return (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            data-done={isDone || undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {isDone && <CheckIcon size={iconSize} />}
            </span>
            <span>
              {isDone && index < current && (
                <span className={layout.hidden}>{t('appointments.stepDone')} </span>
              )}
              {t(`appointments.step.${step}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
