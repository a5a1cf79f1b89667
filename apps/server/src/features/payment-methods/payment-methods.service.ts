import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SealedValue } from '../../platform/secrets.ts';
import { listSavedMethods, setInvalid, setNetworkTransaction } from './payment-methods.repository.ts';
import { autopayBarOf, declinedOf, expiresSoon, paymentMethodOf } from './payment-methods.rules.ts';

/** Purpose that a processor's token is sealed for. */
export const tokenPurpose = 'payment_method.token';

/** Returns a method's processor token. Send it only to the processor. */
export function openToken({ secrets }: Portal, token: SealedValue): string {
  return secrets.open(token, tokenPurpose);
}

/** API-10: returns an account's saved methods, default first. Throws not found for an account of someone else. */
export async function showSavedMethods(
  { db, clock, config }: Portal,
  caller: Caller,
  billingAccountId: string,
): Promise<RecurringPayment[]> {
  const methods = isUuid(billingAccountId)
    ? await listSavedMethods(db, caller, billingAccountId, config.timeZone)
    : undefined;
  if (!methods) throw notFound();
  const today = dayOf(clock.now(), config.timeZone);
  return methods.map((method) => ({
    id: method.id,
    auto_payment: method.isDefault,
    valid_to: null,
    payment_method: paymentMethodOf(method),
    expires_soon: expiresSoon(method.expiresOn, today, config.methodExpiresSoonDays),
    used_by: [
      ...(method.isUsedByAutopay ? (['autopay'] as const) : []),
      ...(method.isUsedByPlanned ? (['planned'] as const) : []),
    ],
    no_autopay: autopayBarOf(method, config.autopay.returnLimit),
    ...declinedOf(method.lastPayment),
  }));
}

/** What the result of a charge says about its method. */
interface MethodNews {
  readonly networkTransaction?: string | undefined;
  readonly outcome: string;
  readonly reason?: string;
}

/**
 * Keeps what a charge told about its method: the card network's number of the first one, which the provider's later
 * charges name, and that a bank account does not exist, which must not be debited again.
 */
export async function recordWhatBankSaid(
  trx: Trx,
  { accountId, method }: { readonly accountId: string; readonly method: { readonly id: string | null } },
  { networkTransaction, outcome, reason }: MethodNews,
): Promise<void> {
  if (method.id === null) return;
  const key = { accountId, methodId: method.id };
  if (networkTransaction !== undefined) await setNetworkTransaction(trx, key, networkTransaction);
  if (outcome === 'returned' && reason === 'invalid-account') await setInvalid(trx, key);
}
