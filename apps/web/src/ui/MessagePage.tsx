import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './MessagePage.module.css';
import { PageTitle } from './PageTitle.tsx';

interface MessagePageProps {
  title: string;
  /** Number to read out on the phone. */
  reference?: string | undefined;
  children: ReactNode;
}

/** One message in the middle of an otherwise empty page. */
export function MessagePage({ title, reference, children }: MessagePageProps) {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <div className={classes.message}>
        <PageTitle>{title}</PageTitle>
        {children}
        {reference && <p className={classes.reference}>{t('ui.reference', { id: reference })}</p>}
      </div>
    </main>
  );
}
