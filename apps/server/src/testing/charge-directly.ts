import type { ProcessorName } from '@myaccount/contract/processors';
import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import { firstCharge } from './charge-identity.ts';
import type { PayingTestPortal } from './paying-portal.ts';

/** Charges $84.99 with an order number at a processor behind the portal's back. Returns the result. */
export async function chargeDirectly(
  { portal }: Pick<PayingTestPortal, 'portal'>,
  processor: ProcessorName,
  { reference, token = 'visa-4242' }: { readonly reference: string; readonly token?: string },
) {
  return await openProcessors(portal.config)[processor].charge({
    token,
    amountCents: 8_499,
    kind: token.startsWith('bank') ? 'bank' : 'card',
    initiator: 'customer',
    networkTransaction: null,
    ...firstCharge,
    reference,
    sendBefore: { isOver: () => false },
  });
}
