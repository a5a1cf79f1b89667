import type { invoicesDownload } from '@myaccount/contract/invoices';
import { download } from '../../api/client.ts';
import { logFailure } from '../../api/log-event.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';

/** Saves a bill as PDF; logs a failure and shows a short note (BILLING-4). */
export function DownloadInvoice({ id, number, label }: { id: string; number: string; label: string }) {
  const { accountNumber } = useSelectedAccount();
  return (
    <DownloadButton
      label={label}
      texts="invoices.download"
      fileName={`invoice-${number}.pdf`}
      fetchFile={() =>
        download<typeof invoicesDownload>('GET /invoices/download', { query: { invoice_id: id } })
      }
      onFailure={(error) => logFailure(accountNumber, 'invoices.download failed', error)}
    />
  );
}
