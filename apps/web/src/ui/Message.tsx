import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Message.module.css';
import { PageTitle } from './PageTitle.tsx';

interface MessageProps {
  title: string;
  /** Number to read out on the phone. */
  reference?: string | undefined;
  children: ReactNode;
}

/** What a page says when it has nothing else to show. */
export function Message({ title, reference, children }: MessageProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.message}>
      <PageTitle>{title}</PageTitle>
      {children}
      {reference && <p className={classes.reference}>{t('ui.reference', { id: reference })}</p>}
    </div>
  );
}
