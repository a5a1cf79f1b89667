import type { AutopayRefusal } from '@myaccount/contract/autopay';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PayingPortal } from '../feature.ts';
import { isBankAccount, isStoppedByReturns } from '../payment-methods/payment-methods.rules.ts';
import {
  type ChargedMethod,
  findChargedMethod,
  listReturnsOfMethod,
  type MethodKey,
} from '../payment-methods/saved-method.repository.ts';
import { type PayableMethod, type UnusableReason, unusableReason } from './charge.rules.ts';

/** Returns what is charged: a card or a bank account. */
export function kindOf(method: ChargedMethod): ChargeKind {
  return isBankAccount(method) ? 'bank' : 'card';
}

/** Returns what validation needs to know of a method. */
export function payableMethodOf({ processors }: PayingPortal, method: ChargedMethod): PayableMethod {
  const { expiresOn, isRemoved, isValid, processor } = method;
  const { supportedKinds } = processors[processor];
  return { kind: kindOf(method), expiresOn, isRemoved, isValid, supportedKinds };
}

/** Returns why a saved method cannot be charged on a day; undefined if it can. */
export function reasonNotToCharge(
  portal: PayingPortal,
  method: ChargedMethod,
  today: string,
): UnusableReason | undefined {
  return unusableReason(payableMethodOf(portal, method), today);
}

/** Returns a saved method, or why it cannot be charged on a day; undefined if the account never had it. */
export async function findUsableMethod(
  trx: Trx,
  portal: PayingPortal,
  { accountId, methodId }: MethodKey,
  today: string,
): Promise<{ method: ChargedMethod } | { reason: UnusableReason } | undefined> {
  const method = await findChargedMethod(trx, accountId, methodId);
  if (!method) return undefined;
  const reason = reasonNotToCharge(portal, method, today);
  return reason ? { reason } : { method };
}

/** Returns why autopay cannot charge a method of a locked account; `unknown` when the account never had it. */
export async function findAutopayRefusal(
  trx: Trx,
  portal: PayingPortal,
  method: MethodKey & { readonly isActive: boolean },
  today: string,
): Promise<AutopayRefusal | 'unknown' | undefined> {
  if (!method.isActive) return 'closed';
  const usable = await findUsableMethod(trx, portal, method, today);
  if (!usable) return 'unknown';
  if ('reason' in usable) return usable.reason;
  return (await findStoppingReturns(trx, portal, method)) && 'returned';
}

/** RETURN-1: returns why debits of a method came back if autopay may not charge it any more; undefined otherwise. */
export async function findStoppingReturns(
  trx: Trx,
  { config }: Portal,
  method: MethodKey,
): Promise<(PaymentFailure | null)[] | undefined> {
  const returns = await listReturnsOfMethod(trx, method);
  return isStoppedByReturns(returns, config.autopay.returnLimit) ? returns : undefined;
}
