import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Portal } from '../../platform/portal.ts';
import { unneededCents } from '../balance/balance.rules.ts';
import { getBalance, releaseInvoice } from '../balance/balance.service.ts';
import { bookInvoiceVoid } from '../ledger/ledger.service.ts';
import { tellUnneeded } from '../payment-state/unneeded-payment.service.ts';
import { lockInvoiceByNumber, markVoided } from './void-invoice.repository.ts';

/** Why a bill was not made void, or what of the money on its way then pays nothing and becomes credit. */
export type VoidResult = { readonly refusal: string } | { readonly toCreditCents: number };

/**
 * Makes a bill void: what it charged is owed no more, what paid it pays the next open item or is free credit. Where that
 * leaves nothing to pay for money on its way, the customer is notified, and the payment goes to manual review.
 */
export async function voidInvoice(
  portal: Portal,
  { invoiceNumber, by, reason }: Readonly<Record<'invoiceNumber' | 'by' | 'reason', string>>,
): Promise<VoidResult> {
  return await portal.db.transaction().execute(async (trx) => {
    const invoice = await lockInvoiceByNumber(trx, invoiceNumber);
    if (!invoice) return { refusal: `There is no bill ${invoiceNumber}` };
    if (invoice.isVoided) return { refusal: `The bill ${invoiceNumber} is void already` };
    const { accountId } = invoice;
    const at = portal.clock.now();
    const today = dayOf(at, portal.config.timeZone);
    const before = await getBalance(trx, accountId, today);
    await markVoided(trx, invoice, at);
    await bookInvoiceVoid(trx, invoice, { occurredOn: today, at });
    await releaseInvoice(trx, invoice, { today, at });
    await recordAudit(trx, {
      at,
      accountId,
      actor: `operator:${by}`,
      action: 'invoices.voided',
      detail: { invoiceNumber, amountCents: invoice.amountCents, reason },
    });
    const toCreditCents = unneededCents(await getBalance(trx, accountId, today)) - unneededCents(before);
    if (toCreditCents > 0) await tellUnneeded(trx, portal, { accountId, invoiceNumber, toCreditCents });
    return { toCreditCents };
  });
}
