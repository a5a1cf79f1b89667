import type { ProcessorName } from '@myaccount/contract/processors';
import type { Database } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';

const withoutResult = ['SUBMITTING', 'UNKNOWN'] as const;

/** Which charges without a result to list. */
interface UnresolvedFilter {
  readonly processor: ProcessorName;
  /** A wrong clock scheduled what is scheduled later than this: it is due too. */
  readonly longestWaitMs: number;
  readonly limit: number;
}

/** Returns charges without a result whose inquiry is due, the longest overdue first. */
export async function listUnresolvedDue(
  db: Database,
  now: Date,
  { processor, longestWaitMs, limit }: UnresolvedFilter,
): Promise<PaymentKey[]> {
  const longestWait = new Date(now.getTime() + longestWaitMs);
  const due = (among: Among) =>
    db
      .selectFrom('payment')
      .select(['account_id as accountId', 'id'])
      .where('state', 'in', withoutResult)
      .where('processor', '=', processor)
      .where((eb) => eb.or([eb('reconcile_at', '<=', now), eb('reconcile_at', '>', longestWait)]))
      .where(among('account_id'))
      .orderBy('reconcile_at')
      .limit(limit);
  return await lookForWork(db, due, limit);
}

/** Returns bank debits and failed charges whose inquiry is due, the longest overdue first. */
export async function listResolvedDue(db: Database, now: Date, limit: number): Promise<PaymentKey[]> {
  const due = (among: Among) =>
    db
      .selectFrom('payment')
      .select(['account_id as accountId', 'id'])
      .where('reconcile_at', '<=', now)
      .where('state', 'not in', withoutResult)
      .where(among('account_id'))
      .orderBy('reconcile_at')
      .limit(limit);
  return await lookForWork(db, due, limit);
}
