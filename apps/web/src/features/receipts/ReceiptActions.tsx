import type { paymentReceiptPdf, Receipt } from '@myaccount/contract/payments';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/client.ts';
import { logFailure } from '../../api/log-event.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import classes from './ReceiptScreen.module.css';

interface ReceiptActionsProps {
  readonly receipt: Receipt | undefined;
  /** True when there is something to pay or to look up; else the way leads home. */
  readonly leadsToPayments: boolean;
}

/** Where to go from a receipt, and how to keep it. A payment that is only planned has no receipt to download. */
export function ReceiptActions({ receipt, leadsToPayments }: ReceiptActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.actions}>
      <Link to={leadsToPayments ? '/payments' : '/'} {...buttonLook()}>
        {t(leadsToPayments ? 'payments.success.toPayments' : 'payments.success.back')}
      </Link>
      {receipt && (
        <Button variant="default" onClick={() => window.print()}>
          {t('payments.success.print')}
        </Button>
      )}
      {receipt?.planned_for === null && <DownloadReceipt id={receipt.id} />}
    </div>
  );
}

function DownloadReceipt({ id }: { id: string }) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <DownloadButton
      label={t('payments.success.download')}
      workingLabel={t('payments.success.downloading')}
      failedText={t('payments.success.downloadFailed')}
      fileName={`receipt-${id}.pdf`}
      fetchFile={() =>
        download<typeof paymentReceiptPdf>('GET /payments/receipt/download', { query: { id } })
      }
      onFailure={(error) => logFailure(accountNumber, 'payments.receipt download failed', error)}
    />
  );
}
