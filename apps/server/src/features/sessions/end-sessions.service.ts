import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import {
  endCalendarFeeds,
  endSessionsOfLogins,
  findAccountLogins,
  findLoginId,
  revokeBrowsersOfLogins,
} from './sessions.repository.ts';

/** Whose sessions an operator ends: an account number or an e-mail address. */
export interface SessionsEnd {
  readonly target: string;
  readonly by: string;
  /** Whether to revoke the marks of recognized browsers too. */
  readonly forgetsBrowsers: boolean;
}

/**
 * Ends every open session of an account's logins, or of one login. Returns how many, and how many browsers are no longer
 * recognized; undefined for an unknown target.
 */
export async function endSessionsOf(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  { target, by, forgetsBrowsers }: SessionsEnd,
) {
  return await db.transaction().execute(async (trx) => {
    const found = await loginsOf(trx, target);
    if (!found) return undefined;
    const at = clock.now();
    const { about, loginIds } = found;
    const hasLogins = loginIds.length > 0;
    if (hasLogins) await endCalendarFeeds(trx, loginIds);
    const sessions = hasLogins ? await endSessionsOfLogins(trx, loginIds, at) : 0;
    const browsers = hasLogins && forgetsBrowsers ? await revokeBrowsersOfLogins(trx, loginIds, at) : 0;
    await recordAudit(trx, {
      at,
      ...about,
      actor: `operator:${by}`,
      action: 'sessions.ended',
      detail: { loginIds, sessions, ...(forgetsBrowsers ? { browsers } : {}) },
    });
    return { sessions, browsers };
  });
}

async function loginsOf(
  trx: Trx,
  target: string,
): Promise<{ about: { accountId: string } | { loginId: string }; loginIds: string[] } | undefined> {
  if (!target.includes('@')) {
    const found = await findAccountLogins(trx, target);
    return found && { about: { accountId: found.accountId }, loginIds: found.loginIds };
  }
  const loginId = await findLoginId(trx, target);
  return loginId === undefined ? undefined : { about: { loginId }, loginIds: [loginId] };
}
