import { recordAudit } from '../../platform/audit.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { renewSession } from '../sessions/sessions.service.ts';
import {
  type ConfirmationRequest,
  checkConfirmation,
  freshSubject,
  limitConfirmations,
  type SentConfirmation,
  sendConfirmation,
  useConfirmation,
} from './confirmation.service.ts';
import { getLoginLanguage } from './login.repository.ts';

/** SESSIONS-1: mails a code to the caller's sign-in address. Throws too-many-codes and too-many-tries. */
export async function sendFreshCode(
  portal: Portal,
  caller: Caller,
  { challenge, client }: { challenge: string | undefined; client: Client },
): Promise<SentConfirmation> {
  const { loginId, emailAddress } = caller;
  const request: ConfirmationRequest = {
    confirmation: 'fresh',
    subject: freshSubject(loginId),
    recipient: emailAddress,
    language: await getLoginLanguage(portal.db, loginId),
    loginId,
    client,
  };
  await limitConfirmations(portal, request);
  const replaced = challenge === undefined ? null : hashToken(challenge);
  return await portal.db.transaction().execute((trx) => sendConfirmation(trx, portal, request, replaced));
}

/** SESSIONS-1: takes the code. The caller's session counts as just signed in. */
export async function validateFreshCode(
  portal: Portal,
  caller: Caller,
  { challenge, otp, client }: { challenge: string; otp: string; client: Client },
): Promise<void> {
  const { loginId, sessionId } = caller;
  const subject = freshSubject(loginId);
  const challengeHash = hashToken(challenge);
  const proof = await checkConfirmation(portal, { subject, otp, challengeHash, loginId, client });
  await portal.db.transaction().execute(async (trx) => {
    const at = portal.clock.now();
    await useConfirmation(trx, proof, at);
    await renewSession(trx, sessionId, at);
    const actor = `login:${loginId}`;
    await recordAudit(trx, { at, accountId: null, actor, action: 'login.confirmed', client });
  });
}
