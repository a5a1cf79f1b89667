import type { changes } from '@myaccount/contract/audit';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import { isUuid } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { listAutopayPayments, listChanges, listGivenNames } from './change-history.repository.ts';
import { changeOf, loginOf, paymentOf } from './change-history.rules.ts';

interface ChangesQuery {
  readonly accountNumber: string;
  readonly page: number;
  readonly size: number;
}

/** SESSIONS-1: returns a page of what was changed in an account and in the caller's sign-in, newest first. */
export async function showChanges(
  portal: Portal,
  caller: Caller,
  { accountNumber, page, size }: ChangesQuery,
): Promise<ReplyOf<typeof changes>> {
  const { db } = portal;
  const { id: accountId, role } = await getAccount(portal, caller, accountNumber);
  const { totalCount, entries } = await listChanges(db, caller, { accountId, page, size });
  const idsOf = (id: (entry: (typeof entries)[number]) => string | undefined) => [
    ...new Set(entries.map(id).filter((each) => each !== undefined && isUuid(each)) as string[]),
  ];
  const names = await listGivenNames(db, idsOf(loginOf));
  const autopayPayments = await listAutopayPayments(db, accountId, idsOf(paymentOf));
  const reader = { loginId: caller.loginId, role, names, autopayPayments };
  return {
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    result: entries.map((entry) => changeOf(entry, reader)),
  };
}
