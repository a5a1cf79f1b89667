import { type InvoiceDetail, isAdjustment } from '@myaccount/contract/invoices';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../api/api-problem.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';
import { itemName } from '../balance/item-name.ts';
import { DownloadInvoice } from './DownloadInvoice.tsx';
import { InvoiceBill } from './InvoiceBill.tsx';
import classes from './InvoiceScreen.module.css';
import { invoiceQuery } from './invoices.queries.ts';

/** A full-screen bill with Back, the bills before and after it, and Download; Escape goes back too (BILLING-3). */
export function InvoiceScreen({ invoiceId, onBack }: { invoiceId: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const bill = useQuery(invoiceQuery(accountNumber, invoiceId));
  const page = useRef<HTMLDivElement>(null);
  const number = bill.data?.invoice_num;
  const isMissing = isNotFound(bill.error);
  const loading = t(isMissing ? 'invoices.detail.missing' : 'invoices.detail.loading');
  const kind = bill.data?.kind;
  const title = number ? itemName(t, { number, kind }) : loading;

  useEffect(() => page.current?.querySelector('h1')?.focus(), []);

  return (
    <Dialog className={classes.screen} aria-label={title} onClose={onBack}>
      <div ref={page} className={classes.page}>
        <div className={classes.bar} data-screen>
          <Button variant="default" onClick={onBack}>
            {t('invoices.detail.back')}
          </Button>
          {bill.data && <NearbyBills invoice={bill.data} />}
          {number && !isAdjustment(kind) && (
            <DownloadInvoice id={invoiceId} number={number} label={t('invoices.detail.download')} />
          )}
        </div>
        <PageTitle>{title}</PageTitle>
        {isMissing ? (
          <ProblemState
            text={t('invoices.detail.missingText')}
            meaning={
              <Link to="/billing" className={targetLink}>
                {t('invoices.detail.allBills')}
              </Link>
            }
          />
        ) : (
          <Loaded query={bill} failed={t('invoices.detail.failed')} retryLabel={t('invoices.detail.retry')}>
            {(invoice) => <InvoiceBill id={invoiceId} invoice={invoice} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

/** The ways to the bill before and the bill after this one; they take its place, so that Back leads out. */
function NearbyBills({ invoice: { previous_id, next_id } }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const ways = [
    { id: previous_id, name: t('invoices.detail.previous'), rel: 'prev', sign: '‹' },
    { id: next_id, name: t('invoices.detail.next'), rel: 'next', sign: '›' },
  ];
  return (
    <nav className={classes.nearby} aria-label={t('invoices.detail.nearby')}>
      {ways.map(
        ({ id, name, rel, sign }) =>
          id && (
            <Link
              key={rel}
              rel={rel}
              replace
              to="/billing/invoices/$invoiceId"
              params={{ invoiceId: id }}
              aria-label={name}
              {...buttonLook({ variant: 'default' })}
            >
              <span aria-hidden="true">{sign}</span>
              <span className={classes.name}>{name}</span>
            </Link>
          ),
      )}
    </nav>
  );
}
