import { lockOwnAccount } from '../accounts/account-lock.repository.ts';
import { findAutopayRefusal } from '../charging/usable-method.service.ts';
import type { PayingPortal } from '../feature.ts';
import { acceptedStates } from '../payment-state/payment-state.rules.ts';
import { enroll } from './enroll.service.ts';
import { listAutopayChoices, takeAutopayChoice, wasChangedSince } from './enrollment.repository.ts';

type AutopayChoice = Awaited<ReturnType<typeof listAutopayChoices>>[number];

/**
 * PAY-2: turns autopay on where its payer chose so with a payment that was accepted. Servers may run it at once; each choice
 * counts once.
 */
export async function turnOnAsChosen(portal: PayingPortal): Promise<void> {
  const { db, log } = portal;
  for (const choice of await listAutopayChoices(db)) {
    try {
      await turnOnWith(portal, choice);
    } catch (error) {
      log.error({ err: error, paymentId: choice.id }, 'autopay not on after its payment');
    }
  }
}

async function turnOnWith(portal: PayingPortal, choice: AutopayChoice): Promise<void> {
  const { accountId, loginId, methodId, consentId, clientAddress: address } = choice;
  await portal.db.transaction().execute(async (trx) => {
    const account =
      loginId && (await lockOwnAccount(trx, { loginId, accountIds: [accountId] }, { id: accountId }));
    if (!(await takeAutopayChoice(trx, choice))) return;
    if (!account || !methodId || !acceptedStates.includes(choice.state)) return;
    if (await wasChangedSince(trx, { accountId, consentId })) return;
    const { now, today } = await portal.moment(trx);
    const method = { accountId, methodId, isActive: account.isActive };
    const refusal = await findAutopayRefusal(trx, portal, method, today);
    if (refusal) {
      portal.log.warn({ paymentId: choice.id, refusal }, 'autopay not on after its payment');
      return;
    }
    const client = { address, userAgent: '', correlationId: choice.id };
    const change = { trx, account, loginId, client, now, today };
    await enroll(portal, change, { methodId, agree: async () => consentId });
  });
}
