import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Message.module.css';
import { PageTitle } from './PageTitle.tsx';

interface MessageProps {
  readonly title: string;
  /** Number to read out on the phone. */
  readonly reference?: string | undefined;
  readonly children: ReactNode;
}

/** The only content of a page that has nothing else to show. */
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
