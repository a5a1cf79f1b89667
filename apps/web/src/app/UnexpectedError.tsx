import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/api-problem.ts';
import { Message } from '../ui/Message.tsx';

/** Replaces a page that threw; the shell around it still works (SHELL-10). */
export function UnexpectedError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Message
      title={t('shell.unexpectedError')}
      reference={error instanceof ApiProblem ? error.correlationId : undefined}
    >
      <p>{t('shell.unexpectedErrorText')}</p>
      <Button onClick={tryAgain}>{t('ui.tryAgain')}</Button>
    </Message>
  );
}
