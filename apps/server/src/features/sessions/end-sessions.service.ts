import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { endSessionsOfLogins, findAccountLogins, findLoginId } from './sessions.repository.ts';

/** Whose sessions an operator ends: an account number or an e-mail address. */
export interface SessionsEnd {
  readonly target: string;
  readonly by: string;
}

/** Ends every open session of an account's logins, or of one login. Returns how many; undefined for an unknown target. */
export async function endSessionsOf(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  { target, by }: SessionsEnd,
): Promise<number | undefined> {
  return await db.transaction().execute(async (trx) => {
    const found = await loginsOf(trx, target);
    if (!found) return undefined;
    const at = clock.now();
    const { accountId, loginIds } = found;
    const sessions = loginIds.length > 0 ? await endSessionsOfLogins(trx, loginIds, at) : 0;
    const detail = { loginIds, sessions };
    await recordAudit(trx, { at, accountId, actor: `operator:${by}`, action: 'sessions.ended', detail });
    return sessions;
  });
}

async function loginsOf(
  trx: Trx,
  target: string,
): Promise<{ accountId: string | null; loginIds: string[] } | undefined> {
  if (!target.includes('@')) return await findAccountLogins(trx, target);
  const loginId = await findLoginId(trx, target.trim().toLowerCase());
  return loginId === undefined ? undefined : { accountId: null, loginIds: [loginId] };
}
