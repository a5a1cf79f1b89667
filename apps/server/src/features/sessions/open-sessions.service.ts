import type { Endpoint } from '@myaccount/contract/endpoint';
import type { endOneSession as endOneSessionCall, OpenSession } from '@myaccount/contract/sessions';
import { recordAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { networkNameOf } from '../../platform/http/client.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { deviceOf } from './device.rules.ts';
import { endOwnSessions, listOwnSessions } from './open-sessions.repository.ts';
import { endCalendarFeeds } from './sessions.repository.ts';
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
  call: SignedInCall<typeof endOneSessionCall>,
): Promise<void> {
  const { id } = call.body;
  if (!isUuid(id)) throw notFound();
  const ended = await endSessions(portal, call, id);
  if (ended === 0) throw notFound();
}

/** SESSIONS-1: ends every open session of the caller's login, the caller's too, or the named one, with audit. Returns how many. */
export async function endSessions(
  portal: Portal,
  { caller, client }: Pick<SignedInCall<Endpoint>, 'caller' | 'client'>,
  sessionId?: string,
): Promise<number> {
  const moment = sessionMoment(portal);
  const { loginId } = caller;
  return await portal.db.transaction().execute(async (trx) => {
    const sessions = await endOwnSessions(trx, caller, moment, sessionId);
    if (sessionId === undefined) await endCalendarFeeds(trx, [loginId]);
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
