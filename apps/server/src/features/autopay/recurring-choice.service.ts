import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import type { Client } from '../../platform/http/client.ts';
import type { PaymentContext } from '../payments/payment-outcome.service.ts';
import { turnsAutopayOn } from '../payments/payments.rules.ts';
import type { RecurringChoice, RecurringMethod } from '../payments/recurring-choice.service.ts';
import { enroll, findEnrollmentRefusal } from './enroll.service.ts';
import { findUnusedConsent, lockOwnAccount } from './enrollment.repository.ts';

/** PAY-2: what a payment with the recurring choice does to autopay. */
export function recurringChoice(context: PaymentContext): RecurringChoice {
  return {
    findRefusal: async (trx: Trx, { accountId: id, isActive, methodId, today }: RecurringMethod) =>
      await findEnrollmentRefusal(context, { trx, account: { id, isActive }, today }, methodId),
    turnOn: async (payment, client) => {
      try {
        await turnOnWith(context, payment, client);
      } catch (error) {
        context.portal.log.error({ err: error, paymentId: payment.id }, 'autopay not on after its payment');
      }
    },
  };
}

type AcceptedPayment = Parameters<RecurringChoice['turnOn']>[0];

/** Turns autopay on with the method of an accepted payment, if its payer chose so and did not change autopay since. */
async function turnOnWith(
  { portal, processors }: PaymentContext,
  payment: AcceptedPayment,
  client: Client | undefined,
): Promise<void> {
  const { accountId, loginId, method } = payment;
  if (!turnsAutopayOn(payment) || loginId === null || !method.id) return;
  const { id: methodId } = method;
  await portal.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, loginId, { id: accountId });
    const consentId = account && (await findUnusedConsent(trx, { accountId, loginId }));
    if (!account || !consentId) return;
    const now = await readDatabaseTime(trx, portal.databaseTime);
    const change = { trx, account, loginId, client, now, today: dayOf(now, portal.config.timeZone) };
    const refusal = await findEnrollmentRefusal({ portal, processors }, change, methodId);
    if (refusal) portal.log.warn({ paymentId: payment.id, refusal }, 'autopay not on after its payment');
    else await enroll(portal, change, { methodId, agree: async () => consentId });
  });
}
