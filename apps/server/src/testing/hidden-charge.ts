import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import { deadlineIn } from '../platform/deadline.ts';
import { firstCharge } from './charge-identity.ts';
import type { Payer, PayingTestPortal } from './paying-portal.ts';
import { readRow } from './rows.ts';

/** Makes the charge of a payer's only payment at its processor, as if the portal's own call had come late. */
export async function chargeBehindOurBack(portal: PayingTestPortal, { account }: Payer): Promise<void> {
  const payment = await readRow(portal.db, 'payment', { account_id: account.id });
  const processors = openProcessors(portal.portal.config);
  const { outcome } = await processors[payment.processor ?? 'orbital'].charge({
    token: `visa-4242-n${account.accountNumber}`,
    amountCents: payment.amount_cents,
    reference: payment.processor_reference ?? '',
    kind: 'card',
    initiator: 'customer',
    networkTransaction: null,
    ...firstCharge,
    sendBefore: deadlineIn(60_000, portal.clock),
  });
  if (outcome !== 'approved') throw new Error(`The charge was ${outcome}`);
}
