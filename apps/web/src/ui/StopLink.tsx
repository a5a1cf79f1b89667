import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { correlationIdOf, isNotFound } from '../api/api-problem.ts';
import { Button, buttonLook } from './Button.tsx';
import { Message } from './Message.tsx';
import { Notice } from './Notice.tsx';
import { problemText } from './problem-text.ts';
import { Skeleton } from './Skeleton.tsx';

interface StopLinkProps<T> {
  /** Where its texts are: `stop`, `failed`, `notLoaded`, and `over`. */
  readonly texts: string;
  /** What the link is about. */
  readonly query: UseQueryOptions<T, Error, T, string[]>;
  readonly stop: () => Promise<T>;
  /** Returns what it is now, and whether it can be stopped. */
  readonly view: (
    what: T,
    isStopped: boolean,
  ) => { readonly title: string; readonly text: ReactNode; readonly canStop: boolean };
}

/** The page of a mailed link that stops something by one press, without a session. Opening it stops nothing. */
export function StopLink<T>({ texts, query, stop, view }: StopLinkProps<T>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query);
  const stopping = useMutation({ mutationFn: stop, networkMode: 'always' });
  const what = stopping.data ?? data;
  const callText = t('ui.questions');
  const signIn = (
    <Link to="/" {...buttonLook()}>
      {t('ui.signIn')}
    </Link>
  );
  // Whatever the reason that there is nothing to stop: nobody learns from it whether a link was right.
  if (isNotFound(error) || isNotFound(stopping.error))
    return (
      <Message title={t(`${texts}.over.title`)} actions={signIn} callText={callText}>
        <p>{t(`${texts}.over.text`)}</p>
      </Message>
    );
  if (error && !what)
    return (
      <Message
        title={t(`${texts}.notLoaded`)}
        actions={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        callText={callText}
        reference={correlationIdOf(error)}
      >
        <p>{problemText(error, t)}</p>
      </Message>
    );
  if (!what) return <Skeleton />;
  const { title, text, canStop } = view(what, stopping.isSuccess);
  const button = (
    <Button isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
      {t(`${texts}.stop`)}
    </Button>
  );
  return (
    <Message
      title={title}
      actions={canStop ? button : signIn}
      callText={callText}
      reference={correlationIdOf(stopping.error)}
    >
      {text}
      {stopping.error && (
        <Notice tone="bad" title={t(`${texts}.failed`)} isFocused>
          <p>{problemText(stopping.error, t)}</p>
        </Notice>
      )}
    </Message>
  );
}
