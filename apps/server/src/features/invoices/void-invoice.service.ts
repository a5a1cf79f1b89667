import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Portal } from '../../platform/portal.ts';
import { releaseInvoice } from '../balance/balance.service.ts';
import { bookInvoiceVoid } from '../ledger/ledger.service.ts';
import { lockInvoiceByNumber, markVoided } from './void-invoice.repository.ts';

/** A bill that the operator makes void, who does it, and why. */
export interface InvoiceVoid {
  readonly invoiceNumber: string;
  readonly by: string;
  readonly reason: string;
}

/**
 * Makes a bill void: what it charged is owed no more, what paid it pays the next open item or is free credit. Returns why
 * it cannot be done; undefined when it was.
 */
export async function voidInvoice(
  portal: Pick<Portal, 'db' | 'clock' | 'config'>,
  { invoiceNumber, by, reason }: InvoiceVoid,
): Promise<string | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const invoice = await lockInvoiceByNumber(trx, invoiceNumber);
    if (!invoice) return `There is no bill ${invoiceNumber}`;
    if (invoice.isVoided) return `The bill ${invoiceNumber} is void already`;
    const at = portal.clock.now();
    await markVoided(trx, invoice, at);
    await bookInvoiceVoid(trx, invoice, { occurredOn: dayOf(at, portal.config.timeZone), at });
    await releaseInvoice(trx, invoice, at);
    await recordAudit(trx, {
      at,
      accountId: invoice.accountId,
      actor: `operator:${by}`,
      action: 'invoices.voided',
      detail: { invoiceNumber, amountCents: invoice.amountCents, reason },
    });
    return undefined;
  });
}
