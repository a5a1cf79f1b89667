import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { LinkFailure } from './LinkFailure.tsx';
import classes from './LoginForm.module.css';
import { type OpenedLink, openLink } from './open-link.ts';
import { UnknownUser } from './UnknownUser.tsx';

interface LinkOpeningProps {
  /** From the mailed link; empty if the address had none. */
  readonly token: string;
  readonly onSignedIn: (returnTo: string | undefined) => void;
  /** Opens the sign-in page. */
  readonly onStartOver: (returnTo: string | undefined) => void;
}

/** Signs in with a mailed link, once, and says what became of it (SIGNIN-3). */
export function LinkOpening({ token, onSignedIn, onStartOver }: LinkOpeningProps) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(1);
  const [opened, setOpened] = useState<OpenedLink>();
  const lastAttempt = useRef(0);

  useEffect(() => {
    // An effect can run twice; the link works once.
    if (lastAttempt.current === attempt) return;
    lastAttempt.current = attempt;
    void openLink(token).then((result) => {
      if (result.outcome === 'signed-in') onSignedIn(result.returnTo);
      else setOpened(result);
    });
  }, [token, attempt, onSignedIn]);

  const tryAgain = () => {
    setOpened(undefined);
    setAttempt(attempt + 1);
  };

  const startOver = () => onStartOver(opened?.returnTo);
  const askAgain = <Button onClick={startOver}>{t('login.opening.askAgain')}</Button>;

  switch (opened?.outcome) {
    case 'refused':
      return (
        <Message key="refused" title={t('login.opening.refusedTitle')}>
          <p>{t('problems.login-invalid-link')}</p>
          {askAgain}
        </Message>
      );
    case 'elsewhere':
      return (
        <Message key="elsewhere" title={t('login.opening.elsewhereTitle')}>
          <p>{t('login.opening.elsewhere')}</p>
          <p>{t('login.opening.elsewhereHow')}</p>
          {askAgain}
        </Message>
      );
    case 'failed':
      return <LinkFailure key="failed" error={opened.error} onRetry={tryAgain} />;
    case 'unknown-user':
      return <UnknownUser key="unknown-user" onRetry={startOver} />;
    default:
      return (
        <Message key="opening" title={t('login.opening.title')}>
          <p role="status" className={classes.opening}>
            <Spinner />
            {t('login.opening.text')}
          </p>
        </Message>
      );
  }
}
