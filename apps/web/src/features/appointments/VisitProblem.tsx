import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { problemText } from '../../ui/problem-text.ts';
import classes from './Visit.module.css';

/** Replaces the page when its link does not work, whatever the reason (SCHEDULE-5). */
export function ExpiredVisitLink() {
  const { t } = useTranslation();
  return (
    <div className={classes.card}>
      <Message title={t('appointments.expired.title')} callText={t('appointments.expired.call')}>
        <p>{t('appointments.expired.text')}</p>
        <p>{t('appointments.expired.meaning')}</p>
      </Message>
    </div>
  );
}

interface FailedVisitProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Replaces the page when the visit could not be loaded (SCHEDULE-5). */
export function FailedVisit({ error, onRetry }: FailedVisitProps) {
  const { t } = useTranslation();
  const problem = error instanceof ApiProblem ? error : undefined;
  return (
    <div className={classes.card}>
      <Message
        title={t('appointments.notLoaded.title')}
        actions={<Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}
        callText={t('appointments.notLoaded.call')}
        reference={problem?.correlationId}
      >
        {problem && <p>{problemText(problem, t)}</p>}
        <p>{t('appointments.notLoaded.meaning')}</p>
      </Message>
    </div>
  );
}
