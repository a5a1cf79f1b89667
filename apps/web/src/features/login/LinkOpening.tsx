import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { UnreadableIdToken } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Message } from '../../ui/Message.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FormProblem } from './FormProblem.tsx';
import { loginProblem, unknownEmail } from './login.problems.ts';
import { findSentLink } from './sent-mail.ts';
import { signInWithLink } from './sign-in.ts';
import { UnknownUser } from './UnknownUser.tsx';

/** Why a link did not sign in, and what to do. */
const whyUnused = {
  refused: ['problems.login-invalid-link'],
  elsewhere: ['login.opening.elsewhere', 'login.opening.elsewhereHow'],
} as const;

interface LinkOpeningProps {
  /** From the mailed link; empty if the address had none. */
  readonly token: string;
  readonly onSignedIn: (returnTo: string | undefined) => void;
  readonly onStartOver: (returnTo: string | undefined) => void;
}

/** Signs in with a mailed link, once, and shows its outcome (SIGNIN-3). */
export function LinkOpening({ token, onSignedIn, onStartOver }: LinkOpeningProps) {
  const { t } = useTranslation();
  const { data: opened, mutate } = useMutation({
    mutationFn: () => openLink(token),
    networkMode: 'always',
    onSuccess: ({ outcome, returnTo }) => {
      if (outcome === 'signed-in') onSignedIn(returnTo);
    },
  });
  const isOpened = useRef(false);

  useEffect(() => {
    // An effect can run twice; the link works once.
    if (!isOpened.current) mutate();
    isOpened.current = true;
  }, [mutate]);

  const startOver = () => onStartOver(opened?.returnTo);

  switch (opened?.outcome) {
    case 'refused':
    case 'elsewhere':
      return (
        <Message key={opened.outcome} title={t(`login.opening.${opened.outcome}Title`)}>
          {whyUnused[opened.outcome].map((text) => (
            <p key={text}>{t(text)}</p>
          ))}
          <Button onClick={startOver}>{t('login.opening.askAgain')}</Button>
        </Message>
      );
    case 'failed':
      return <LinkFailure key="failed" error={opened.error} onRetry={mutate} />;
    case 'unknown-user':
      return <UnknownUser key="unknown-user" onRetry={startOver} />;
    default:
      return (
        <Message key="opening" title={t('login.opening.title')}>
          <p role="status" className={layout.row}>
            <Spinner />
            <span>{t('login.opening.text')}</span>
          </p>
        </Message>
      );
  }
}

/** Shown when the server did not check the link: it was out of reach, or the visitor has to wait. */
function LinkFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const problem = loginProblem(error, unknownEmail(t), t);
  const [isWaiting, setIsWaiting] = useState(problem.waitSeconds !== undefined);
  return (
    <Message title={t('login.failed')}>
      <div className={layout.stack}>
        <FormProblem problem={problem} onWaitOver={() => setIsWaiting(false)} />
        <Button size="md" disabled={isWaiting} onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    </Message>
  );
}

/** The outcome of a mailed link. */
interface OpenedLink {
  /** `elsewhere`: this browser requested no link, or already used it. */
  readonly outcome: 'signed-in' | 'refused' | 'unknown-user' | 'elsewhere' | 'failed';
  /** The page that the visitor wanted. */
  readonly returnTo?: string | undefined;
  readonly error?: unknown;
}

const badRequest = 400;

/** Signs in with the token of a mailed link and the challenge that requested it. Never throws. */
async function openLink(token: string): Promise<OpenedLink> {
  const link = findSentLink();
  if (token === '') return { outcome: 'refused', returnTo: link?.returnTo };
  if (!link) return { outcome: 'elsewhere' };
  const { challenge, returnTo } = link;
  try {
    await signInWithLink(token, challenge);
    return { outcome: 'signed-in', returnTo };
  } catch (error) {
    if (error instanceof UnreadableIdToken) return { outcome: 'unknown-user', returnTo };
    if (error instanceof ApiProblem && error.status === badRequest) return { outcome: 'refused', returnTo };
    return { outcome: 'failed', error, returnTo };
  }
}
