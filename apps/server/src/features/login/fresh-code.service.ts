import { defaultLanguage } from '@myaccount/contract/languages';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { Refusal } from '../../platform/http/problems.ts';
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
import { requestServiceCode } from './identity-code.service.ts';
import { findLogin } from './login.repository.ts';
import { type CodeContext, type LoginContext, recordLogin, requireMail } from './login.service.ts';

/**
 * SESSIONS-1: mails a code to the caller's sign-in address, or has the identity service mail it. Throws too-many-codes,
 * too-many-tries, mail-unavailable, and unavailable.
 */
export async function sendFreshCode(
  context: LoginContext,
  caller: Caller,
  { challenge, client }: { challenge: string | undefined; client: Client },
): Promise<SentConfirmation> {
  const { portal, identity } = context;
  await requireMail(context);
  const { loginId, emailAddress } = caller;
  const login = await findLogin(portal.db, emailAddress);
  const request: ConfirmationRequest = {
    confirmation: 'fresh',
    subject: freshSubject(loginId),
    recipient: emailAddress,
    language: login?.language ?? defaultLanguage,
    loginId,
    client,
    isService: identity !== null,
  };
  await limitConfirmations(portal, request);
  const replaced = challenge === undefined ? null : hashToken(challenge);
  const sent = await portal.db
    .transaction()
    .execute((trx) => sendConfirmation(trx, portal, request, replaced));
  if (!identity) return sent;
  const { language } = request;
  const mail = { emailAddress, language, clientAddress: client.address };
  if (!(await requestServiceCode({ portal, identity }, mail))) throw new Refusal('server.unavailable');
  return sent;
}

/** SESSIONS-1: takes the code. The caller's session counts as just signed in. */
export async function validateFreshCode(
  context: CodeContext,
  caller: Caller,
  { challenge, otp, client }: { challenge: string; otp: string; client: Client },
): Promise<void> {
  const { loginId, sessionId, emailAddress } = caller;
  const { portal } = context;
  const subject = freshSubject(loginId);
  const challengeHash = hashToken(challenge);
  const typed = { subject, otp, challengeHash, loginId, emailAddress, client };
  const proof = await checkConfirmation(context, typed);
  await portal.db.transaction().execute(async (trx) => {
    const at = portal.clock.now();
    await useConfirmation(trx, proof, at);
    await renewSession(trx, sessionId, at);
    await recordLogin(trx, { at, loginId, action: 'login.confirmed', client });
  });
}
