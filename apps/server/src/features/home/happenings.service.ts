import { dayOf } from '../../platform/business-day.ts';
import type { Portal } from '../../platform/portal.ts';
import type { getAccount } from '../accounts/accounts.service.ts';
import { lastPendingDay } from '../accounts/pending-email.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { findDefaultMethod, findShownMethod } from '../payment-methods/saved-method.repository.ts';
import { findHappeningFacts } from './happenings.repository.ts';
import { type HappeningFacts, happeningsOf } from './happenings.rules.ts';

/** HOME-7: what an account that was found for its caller owes and pays with, what happened, and what comes next. */
export async function getHappenings(
  { db, clock, config }: Pick<Portal, 'db' | 'clock' | 'config'>,
  account: Pick<
    Awaited<ReturnType<typeof getAccount>>,
    'id' | 'status' | 'pendingEmailAddress' | 'pendingEmailExpiresAt'
  >,
) {
  const { id: accountId, pendingEmailAddress: email_address, pendingEmailExpiresAt: expiresAt } = account;
  const { timeZone } = config;
  const now = clock.now();
  const today = dayOf(now, timeZone);
  const [balance, defaultMethod, stored] = await Promise.all([
    getBalance(db, accountId, today),
    findDefaultMethod(db, accountId),
    findHappeningFacts(db, { accountId, timeZone, now }),
  ]);
  const date = expiresAt && lastPendingDay(expiresAt, now, timeZone);
  const methodId = balance.autopay?.methodId ?? defaultMethod?.id;
  const facts: HappeningFacts = {
    ...stored,
    today,
    balance,
    defaultMethod,
    // The default, except where an import says otherwise.
    autopayMethod:
      methodId && methodId !== defaultMethod?.id
        ? await findShownMethod(db, { accountId, methodId })
        : defaultMethod,
    isActive: account.status === 'ACTIVE',
    pendingEmail: email_address && date ? { date, email_address } : null,
    expiresSoonDays: config.methodExpiresSoonDays,
    giftDays: config.limits.giftDays,
  };
  return { facts, happenings: happeningsOf(facts) };
}
