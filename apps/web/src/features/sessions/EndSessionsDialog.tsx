import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { problemText } from '../../ui/problem-text.ts';
import classes from './OpenSessions.module.css';
import { type SessionsEnd, useSessionsEnd } from './sessions.queries.ts';
import { useDeviceName } from './useDeviceName.ts';

interface EndSessionsDialogProps {
  readonly end: SessionsEnd;
  readonly onClose: () => void;
  /** Called once another session has ended and the list is loaded. */
  readonly onEnded: () => void;
}

/** Asks before sessions end, and ends them; ending this one signs out. */
export function EndSessionsDialog({ end, onClose, onEnded }: EndSessionsDialogProps) {
  const { t } = useTranslation();
  const deviceName = useDeviceName();
  const { mutate, isPending, isSuccess, error } = useSessionsEnd(onEnded);
  const kind = end === 'all' ? 'all' : end.isCurrent ? 'current' : 'other';
  return (
    <ConfirmDialog
      isOpen
      title={t(`sessions.question.${kind}.title`)}
      confirmLabel={t(`sessions.question.${kind}.confirm`)}
      cancelLabel={t('sessions.question.cancel')}
      isBusy={isPending || isSuccess}
      onConfirm={() => mutate(end)}
      onCancel={onClose}
    >
      {t(`sessions.question.${kind}.text`, { device: end === 'all' ? '' : deviceName(end) })}
      {error && (
        <span role="alert" className={classes.error}>
          {' '}
          {error instanceof ApiProblem ? problemText(error, t) : t('sessions.question.failed')}
        </span>
      )}
    </ConfirmDialog>
  );
}
