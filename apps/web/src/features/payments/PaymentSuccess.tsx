import { Button } from '@mantine/core';
import type { Receipt } from '@myaccount/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { download } from '../../api/client.ts';
import { endpoints } from '../../api/endpoints.ts';
import { logFailure } from '../../api/log-event.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import classes from './PaymentReceipt.module.css';
import { PaymentReceipt } from './PaymentReceipt.tsx';
import type { PaymentDetails } from './payment-details.ts';
import { receiptQuery } from './payments.queries.ts';
import { isOwedAgain } from './receipt.rules.ts';
import { UnconfirmedPayment } from './UnconfirmedPayment.tsx';

const notFoundStatus = 404;

/** The server’s receipt of the latest payment; marked as unconfirmed when it cannot be loaded (PAY-4). */
export function PaymentSuccess({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation();
  const { data: receipt, error, isPending, isFetching, refetch } = useQuery(receiptQuery(details.paymentId));
  const isUnknown = error instanceof ApiProblem && error.status === notFoundStatus;
  const isOwed = receipt ? isOwedAgain(receipt) : isUnknown;
  return (
    <Section title={t('payments.success.title')} isTitleHidden>
      {receipt && <PaymentReceipt receipt={receipt} />}
      {isPending && <Skeletons lines={5} lineHeight={28} />}
      {isUnknown && !receipt && (
        <Notice tone="bad" title={t('payments.success.unknown')}>
          <p>{t('payments.success.unknownText')}</p>
        </Notice>
      )}
      {error && !isUnknown && !receipt && (
        <UnconfirmedPayment
          details={details}
          error={error}
          isLoading={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <div className={classes.actions}>
        {receipt && <KeepReceipt receipt={receipt} />}
        <Button renderRoot={(props) => <Link to={isOwed ? '/payments' : '/'} {...props} />}>
          {t(isOwed ? 'payments.success.toPayments' : 'payments.success.back')}
        </Button>
      </div>
    </Section>
  );
}

function KeepReceipt({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <>
      <Button variant="default" onClick={() => window.print()}>
        {t('payments.success.print')}
      </Button>
      <DownloadButton
        label={t('payments.success.download')}
        workingLabel={t('payments.success.downloading')}
        failedText={t('payments.success.downloadFailed')}
        fileName={`receipt-${receipt.id}.pdf`}
        fetchFile={() => download(endpoints.paymentReceiptPdf, { query: { id: receipt.id } })}
        onFailure={(error) => logFailure(accountNumber, 'payments.receipt download failed', error)}
      />
    </>
  );
}
