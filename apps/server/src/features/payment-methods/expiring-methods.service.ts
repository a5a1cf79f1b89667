import { addDays } from '@myaccount/contract/calendar';
import type { Portal } from '../../platform/portal.ts';
import { claimExpiringMethods, listExpiringAccounts } from './expiring-methods.repository.ts';
import { queueMethodMail } from './method-mail.service.ts';

const cardsPerBatch = 100;

/**
 * Mails about every card that expires within the days of the setting and whose customer was not told about that expiry.
 * Mark and mail are one transaction, so that any number of servers and crashes make one mail.
 */
export async function announceExpiringMethods(portal: Portal, stopping?: AbortSignal): Promise<void> {
  let found = cardsPerBatch;
  while (found >= cardsPerBatch && !stopping?.aborted) found = await announceBatch(portal);
}

async function announceBatch(portal: Portal): Promise<number> {
  const { methodExpiresSoonDays } = portal.config;
  const { today } = await portal.moment(portal.db);
  const days = { from: today, to: addDays(today, methodExpiresSoonDays) };
  const accountIds = await listExpiringAccounts(portal.db, days, cardsPerBatch);
  for (const accountId of new Set(accountIds))
    await portal.db.transaction().execute(async (trx) => {
      for (const method of await claimExpiringMethods(trx, accountId, days)) {
        const mail = { accountId, method, loginId: null, correlationId: null } as const;
        await queueMethodMail(trx, portal, { event: 'expiring', ...mail });
      }
    });
  return accountIds.length;
}
