import type { changes } from '@myaccount/contract/audit';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { z } from 'zod';
import { isUuid } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { listAutopayPayments, listChanges, listGivenNames } from './change-history.repository.ts';
import { changeOf, loginOf, paymentOf } from './change-history.rules.ts';

/** SESSIONS-1: returns a page of what was changed in an account and in the caller's sign-in, newest first. */
export async function showChanges(
  portal: Portal,
  caller: Caller,
  query: z.output<typeof changes.query>,
): Promise<ReplyOf<typeof changes>> {
  const { db } = portal;
  const { page_number: page, page_size: size } = query;
  const { id: accountId, role } = await getAccount(portal, caller, query.AccountNumber);
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
