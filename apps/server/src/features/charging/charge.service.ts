import type { ChargeInitiator } from '../../gateways/card-processor/card-processor.ts';
import type { Client } from '../../platform/http/client.ts';
import type { PaymentResult } from '../payment-state/outcome.rules.ts';
import { type PaymentContext, recordResult } from '../payment-state/outcome.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { reconcileSoon, reconcileUnrecorded } from './inquiry.service.ts';
import type { SubmittedPayment } from './submit.service.ts';

/** Who charges: `login:ID` with the client, or `system`. */
export interface ChargedBy {
  readonly actor: string;
  /** `merchant` where no customer is present. */
  readonly initiator: ChargeInitiator;
  readonly client?: Client;
  /** Called before a result is recorded. Returns the payment when it took care of the result. */
  readonly takesResult?: (result: PaymentResult) => Promise<Payment | undefined>;
}

/** Charges a committed payment once and records the result. Returns the payment in its new state. */
export async function chargePayment(
  context: PaymentContext,
  { payment, token, kind, networkTransaction, sendBefore }: SubmittedPayment,
  by: ChargedBy,
): Promise<Payment> {
  const { portal, processors } = context;
  if (!payment.processor || !payment.reference) return payment;
  const result = await processors[payment.processor].charge({
    token,
    kind,
    amountCents: payment.amountCents,
    reference: payment.reference,
    initiator: by.initiator,
    networkTransaction,
    sendBefore,
  });
  const attempt = {
    kind: 'charge',
    startedAt: payment.occurredAt,
    outcome: result.outcome,
    detail: 'text' in result ? result.text : null,
  } as const;
  try {
    const taken = await by.takesResult?.(result);
    if (taken) return taken;
    const recorded = await recordResult(portal, payment, {
      result,
      attempt,
      actor: by.actor,
      client: by.client,
    });
    if (recorded.state === 'UNKNOWN') reconcileSoon(context, payment);
    return recorded;
  } catch (error) {
    // The charge may have succeeded. The payment stays SUBMITTING until reconciliation finds its result.
    portal.log.error({ err: error, paymentId: payment.id }, 'payment result not recorded');
    reconcileUnrecorded(context, payment);
    return payment;
  }
}
