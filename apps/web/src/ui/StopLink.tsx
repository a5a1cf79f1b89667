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
  /** Returns how it stands now, and whether it can be stopped. */
  readonly view: (what: T, isStopped: boolean) => { title: string; text: ReactNode; canStop: boolean };
}

/** The page of a mailed link that stops something by one press, without a session. Opening it stops nothing. */
export function StopLink<T>({ texts, query, stop, view }: StopLinkProps<T>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query);
  const stopping = useMutation({ mutationFn: stop, networkMode: 'always' });
  const what = stopping.data ?? data;
  // Whatever the reason that there is nothing to stop: nobody learns from it whether a link was right.
  const isOver = isNotFound(error) || isNotFound(stopping.error);
  if (!what && !error) return <Skeleton />;
  const over = { title: t(`${texts}.over.title`), text: <p>{t(`${texts}.over.text`)}</p>, canStop: false };
  const failed = { title: t(`${texts}.notLoaded`), text: <p>{problemText(error, t)}</p>, canStop: false };
  const { title, text, canStop } = isOver ? over : what ? view(what, stopping.isSuccess) : failed;
  const button = canStop ? (
    <Button isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
      {t(`${texts}.stop`)}
    </Button>
  ) : (
    <Link to="/" {...buttonLook()}>
      {t('ui.signIn')}
    </Link>
  );
  const retry = <Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>;
  return (
    <Message
      title={title}
      actions={what || isOver ? button : retry}
      callText={t('ui.questions')}
      reference={isOver ? undefined : correlationIdOf(what ? stopping.error : error)}
    >
      {text}
      {stopping.error && !isOver && (
        <Notice tone="bad" title={t(`${texts}.failed`)} isFocused>
          <p>{problemText(stopping.error, t)}</p>
        </Notice>
      )}
    </Message>
  );
}
