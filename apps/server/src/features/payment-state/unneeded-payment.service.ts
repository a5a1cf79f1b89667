import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { flagForManualReview } from './change-payment.repository.ts';
import { unneededReason } from './outcome.rules.ts';
import { getNewestOnItsWay } from './payment.repository.ts';
import { queuePaymentMail } from './payment-mail.service.ts';

/** A voided bill or a credit, and what of a payment on its way becomes credit by it. */
export interface UnneededPayment {
  readonly accountId: string;
  readonly invoiceNumber: string;
  readonly toCreditCents: number;
  readonly isCredit?: boolean;
}

/** Tells the customer of a locked account of the credit to come, and puts the payment into manual review. */
export async function tellUnneeded(
  trx: Trx,
  portal: Pick<Portal, 'clock' | 'secrets'>,
  { accountId, invoiceNumber, toCreditCents, isCredit = false }: UnneededPayment,
): Promise<void> {
  const payment = await getNewestOnItsWay(trx, accountId);
  await flagForManualReview(trx, payment, unneededReason(invoiceNumber, toCreditCents, isCredit));
  await queuePaymentMail(trx, portal, {
    template: 'payment-unneeded',
    payment,
    day: payment.occurredOn,
    amountDueCents: null,
    creditCents: toCreditCents,
    correlationId: null,
  });
}
