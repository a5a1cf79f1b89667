import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { DownloadInvoice } from './DownloadInvoice.tsx';
import { InvoiceBill } from './InvoiceBill.tsx';
import classes from './InvoiceScreen.module.css';
import { invoiceQuery } from './invoices.queries.ts';

/** A full-screen bill with Back and Download; Escape goes back too (BILLING-3). */
export function InvoiceScreen({ invoiceId, onBack }: { invoiceId: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const bill = useQuery(invoiceQuery(accountNumber, invoiceId));
  const screen = useRef<HTMLDialogElement>(null);
  const number = bill.data?.invoice_num;
  const title = number ? t('invoices.detail.title', { number }) : t('invoices.detail.loading');

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
          <Button variant="default" onClick={onBack}>
            {t('invoices.detail.back')}
          </Button>
          {number && <DownloadInvoice id={invoiceId} number={number} label={t('invoices.detail.download')} />}
        </div>
        <PageTitle>{title}</PageTitle>
        <Loaded query={bill} failed={t('invoices.detail.failed')} retryLabel={t('invoices.detail.retry')}>
          {(invoice) => <InvoiceBill id={invoiceId} invoice={invoice} />}
        </Loaded>
      </div>
    </dialog>
  );
}
