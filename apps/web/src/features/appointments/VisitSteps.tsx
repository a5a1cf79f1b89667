import type { JobStatus } from '@myaccount/contract/appointments';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../ui/icons.tsx';
import classes from './VisitSteps.module.css';

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
export function VisitSteps({ jobStatus }: { jobStatus: Exclude<JobStatus, 'Cancelled'> }) {
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
                <span className={classes.spoken}>{t('appointments.stepDone')} </span>
              )}
              {t(`appointments.step.${step}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
