import type { AutopayRefusal } from '@myaccount/contract/autopay';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { listReturnsOfMethod } from '../payment-methods/charged-method.repository.ts';
import { isStoppedByReturns } from '../payment-methods/payment-methods.rules.ts';
import type { PaymentContext } from '../payment-state/outcome.service.ts';
import { findUsableMethod } from './submit.service.ts';

/** A method of a locked account that autopay is to charge. */
interface RecurringMethod {
  readonly accountId: string;
  readonly isActive: boolean;
  readonly methodId: string;
  readonly today: string;
}

/** Returns why autopay cannot charge a method; `unknown` when the account never had it. */
export async function findAutopayRefusal(
  trx: Trx,
  context: PaymentContext,
  { accountId, isActive, methodId, today }: RecurringMethod,
): Promise<AutopayRefusal | 'unknown' | undefined> {
  if (!isActive) return 'closed';
  const usable = await findUsableMethod(trx, context, { accountId, methodId, today });
  if (!usable) return 'unknown';
  if ('reason' in usable) return usable.reason;
  return (await findStoppingReturns(trx, context.portal, { accountId, methodId })) && 'returned';
}

/** RETURN-1: returns why debits of a method came back if autopay may not charge it any more; undefined otherwise. */
export async function findStoppingReturns(
  trx: Trx,
  { config }: Portal,
  method: { readonly accountId: string; readonly methodId: string },
): Promise<(PaymentFailure | null)[] | undefined> {
  const returns = await listReturnsOfMethod(trx, method);
  return isStoppedByReturns(returns, config.autopay.returnLimit) ? returns : undefined;
}
