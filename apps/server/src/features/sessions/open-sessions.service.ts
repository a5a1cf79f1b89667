import type { OpenSession } from '@myaccount/contract/sessions';
import { recordAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { type Client, networkNameOf } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { deviceOf } from './device.rules.ts';
import { endOwnSessions, listOwnSessions } from './open-sessions.repository.ts';
import { sessionMoment } from './sessions.service.ts';

/** SESSIONS-1: returns the open sessions of the caller's login, the caller's own first, then the one used last. */
export async function showSessions(portal: Portal, caller: Caller): Promise<OpenSession[]> {
  const moment = sessionMoment(portal);
  const sessions = await listOwnSessions(portal.db, caller, moment);
  const shown = sessions.map(({ id, signedInAt, lastSeenAt, clientAddress, userAgent }) => {
    const isCurrent = id === caller.sessionId;
    return {
      id,
      ...deviceOf(userAgent),
      network: networkNameOf(clientAddress),
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: (isCurrent ? moment.now : lastSeenAt).toISOString(),
      isCurrent,
    };
  });
  return shown.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** SESSIONS-1: ends one open session of the caller's login, with audit. Throws not found for any other. */
export async function endOneSession(
  portal: Portal,
  { caller, client, sessionId }: { caller: Caller; client: Client; sessionId: string },
): Promise<void> {
  if (!isUuid(sessionId)) throw notFound();
  const ended = await endSessions(portal, { caller, client, sessionId });
  if (ended === 0) throw notFound();
}

/** SESSIONS-1: ends every open session of the caller's login, the caller's too, with audit. */
export async function endAllSessions(
  portal: Portal,
  { caller, client }: { caller: Caller; client: Client },
): Promise<void> {
  await endSessions(portal, { caller, client });
}

async function endSessions(
  portal: Portal,
  { caller, client, sessionId }: { caller: Caller; client: Client; sessionId?: string },
): Promise<number> {
  const moment = sessionMoment(portal);
  const { loginId } = caller;
  return await portal.db.transaction().execute(async (trx) => {
    const sessions = await endOwnSessions(trx, caller, moment, sessionId);
    if (sessions === 0) return 0;
    await recordAudit(trx, {
      at: moment.now,
      loginId,
      actor: `login:${loginId}`,
      action: 'sessions.ended',
      detail: { loginIds: [loginId], sessions },
      client,
    });
    return sessions;
  });
}
