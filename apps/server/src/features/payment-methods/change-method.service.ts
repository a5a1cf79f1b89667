import type { AuditAction } from '@myaccount/contract/audit-actions';
import type * as contract from '@myaccount/contract/payment-methods';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import { badField, notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { lockOwnAccount } from '../accounts/account-lock.repository.ts';
import { requireNoHold } from '../sessions/sessions.service.ts';
import { type ChangedMethod, endMethod, findChangedMethod } from './change-method.repository.ts';
import { queueMethodMail } from './method-mail.service.ts';
import { whyNotDefault, whyNotRemoved } from './payment-methods.rules.ts';
import { setDefaultMethod } from './saved-method.repository.ts';

/** A login's request to change a saved method, as the contract has it. */
type MethodChange = SignedInCall<typeof contract.activateMethod | typeof contract.deactivateMethod>;

/** A method whose account is locked until the transaction ends. */
interface LockedMethod {
  readonly trx: Trx;
  readonly now: Date;
  readonly accountId: string;
  readonly method: ChangedMethod;
}

/** API-12: makes a method the default, and autopay charges it from then on. Throws {@link Refusal}. */
export async function activateMethod(portal: Portal, change: MethodChange) {
  requireNoHold(portal, change.caller);
  return await withLockedMethod(portal, change, async ({ trx, now, accountId, method }) => {
    const code = whyNotDefault(method, dayOf(now, portal.config.timeZone));
    if (code) throw new Refusal(code);
    if (!method.isDefault) {
      await setDefaultMethod(trx, { accountId, methodId: method.id });
      await auditChange('payment-methods.made-default', { trx, now, accountId, method }, change);
    }
    return { id: method.id, auto_payment: true as const };
  });
}

/** API-13: removes a method that nothing uses. Throws {@link Refusal}. */
export async function deactivateMethod(portal: Portal, change: MethodChange) {
  return await withLockedMethod(portal, change, async ({ trx, now, accountId, method }) => {
    const code = whyNotRemoved(method);
    if (code) throw new Refusal(code);
    await endMethod(trx, accountId, method.id, now);
    await auditChange('payment-methods.removed', { trx, now, accountId, method }, change);
    const { caller, client } = change;
    await queueMethodMail(trx, portal, {
      event: 'removed',
      accountId,
      method,
      loginId: caller.loginId,
      correlationId: client.correlationId,
    });
    return { id: method.id, valid_to: now.toISOString() };
  });
}

/** Runs a change while holding the account's lock: of two changes at once, the second sees what the first did. */
async function withLockedMethod<T>(
  portal: Portal,
  { caller, body }: MethodChange,
  run: (locked: LockedMethod) => Promise<T>,
): Promise<T> {
  const accountId = body.billing_account_id;
  const methodId = body.recurring_payment_id;
  const handle = typeof body.payment_method === 'string' ? body.payment_method : body.payment_method.token;
  return await portal.db.transaction().execute(async (trx) => {
    if (!(isUuid(accountId) && (await lockOwnAccount(trx, caller, { id: accountId }))))
      throw notFound('billing_account_id');
    const method = isUuid(methodId) ? await findChangedMethod(trx, accountId, methodId) : undefined;
    if (!method) throw notFound('recurring_payment_id');
    if (handle.toLowerCase() !== method.id) throw badField('payment_method', 'invalid');
    const { now } = await portal.moment(trx);
    return await run({ trx, now, accountId, method });
  });
}

async function auditChange(
  action: AuditAction & `payment-methods.${string}`,
  { trx, now, accountId, method }: LockedMethod,
  { caller, client }: MethodChange,
): Promise<void> {
  await recordAudit(trx, {
    at: now,
    accountId,
    actor: `login:${caller.loginId}`,
    action,
    detail: { methodId: method.id, cardType: method.cardType, lastFour: method.lastFour },
    client,
  });
}
