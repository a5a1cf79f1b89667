import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { DownloadInvoice } from './DownloadInvoice.tsx';
import { InvoiceBill } from './InvoiceBill.tsx';
import classes from './InvoiceScreen.module.css';
import { invoiceQuery } from './invoices.queries.ts';

interface InvoiceScreenProps {
  readonly invoiceId: string;
  readonly onBack: () => void;
}

/** A full-screen bill with Back and Download; Escape goes back too (BILLING-3). */
export function InvoiceScreen({ invoiceId, onBack }: InvoiceScreenProps) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { data: invoice, error, refetch, isFetching } = useQuery(invoiceQuery(accountNumber, invoiceId));
  const balance = useBillingRefresh();
  // Together, so that nothing moves when the second of them arrives.
  const isReady = invoice !== undefined && !balance.isPending;
  const hasFailed = error !== null && !isFetching;
  const screen = useRef<HTMLDialogElement>(null);
  const title = invoice
    ? t('invoices.detail.title', { number: invoice.invoice_num })
    : t('invoices.detail.loading');

  useEffect(() => {
    screen.current?.showModal();
    screen.current?.querySelector('h1')?.focus();
  }, []);

  return (
    <dialog
      ref={screen}
      className={classes.screen}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onBack();
      }}
    >
      <div className={classes.page}>
        <div className={classes.bar}>
          <Button variant="default" onClick={onBack} className={classes.button ?? ''}>
            {t('invoices.detail.back')}
          </Button>
          {invoice && (
            <DownloadInvoice
              id={invoiceId}
              number={invoice.invoice_num}
              label={t('invoices.detail.download')}
            />
          )}
        </div>
        <PageTitle>{title}</PageTitle>
        {isReady && <InvoiceBill id={invoiceId} invoice={invoice} billing={balance.data} />}
        {!isReady && !hasFailed && <Skeleton />}
        {!isReady && hasFailed && (
          <Section title={title} isTitleHidden>
            <ProblemState
              text={t('invoices.detail.failed')}
              error={error}
              onRetry={() => void refetch()}
              retryLabel={t('invoices.detail.retry')}
            />
          </Section>
        )}
      </div>
    </dialog>
  );
}
