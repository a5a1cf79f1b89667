import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type {
  CodeCheck,
  CodeExchange,
  CodeRequest,
  Identity,
  IdentityFailure,
} from '../../gateways/identity/identity.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { CodeFinding, Proof } from './login.service.ts';

const latestSendMs = 1_000;
const retryAfterSeconds = 30;

/** Has the service mail a code. Returns false if it mails none to this address. Throws too-many-codes and unavailable. */
export async function requestServiceCode(
  { log }: Portal,
  identity: Identity,
  request: CodeRequest,
): Promise<boolean> {
  const emailAddress = comparableEmail(request.emailAddress);
  const sending = await identity.sendCode({ ...request, emailAddress });
  if (sending.outcome === 'sent') return true;
  if (sending.outcome === 'unknown-address') return false;
  throw refusalOf(log, sending, 'login.too-many-codes');
}

/** Does the same up to a second later. Nobody waits for it: its answer and its time would tell that the address is known. */
export function requestServiceCodeLater(portal: Portal, identity: Identity, request: CodeRequest): void {
  const { log } = portal;
  void sleep(randomInt(latestSendMs), undefined, { ref: false })
    .then(() => requestServiceCode(portal, identity, request))
    .then((isSent) => isSent || log.warn('the identity service mails no code to an address with an account'))
    .catch((error) => log.warn({ err: error }, 'the identity service mailed no code'));
}

/** A try that was counted. */
interface CountedTry {
  readonly wrong: CodeFinding;
  /** What a right code proves; nothing for an address without an account, whose tries take as long as any. */
  readonly proof?: Proof;
  readonly takeBack?: () => Promise<void>;
}

/** Has the service check a typed code. Throws too-many-tries and unavailable; then the try does not count. */
export async function checkAtService(
  { log }: Portal,
  identity: Identity,
  { emailAddress, code, clientAddress }: CodeExchange,
  { wrong, proof, takeBack }: CountedTry,
): Promise<CodeFinding> {
  const { loginId } = wrong;
  const check = await identity.checkCode({ emailAddress, code, clientAddress });
  if (check.outcome === 'verified') return proof ? { loginId, proof, strangerGuesses: 0 } : wrong;
  if (check.outcome === 'wrong-code') return wrong;
  if (check.outcome === 'refused') {
    log.warn({ loginId, reason: check.text }, 'the identity service does not let this person in');
    return wrong;
  }
  await takeBack?.();
  if (check.outcome === 'expired-code') return { loginId, isExpired: true, strangerGuesses: 0 };
  throw refusalOf(log, check, 'login.too-many-tries');
}

/** Returns the refusal of a call without a result. Raises an alarm where an operator must do something. */
function refusalOf(
  log: Portal['log'],
  failure: IdentityFailure | Extract<CodeCheck, { outcome: 'untrusted' }>,
  tooMany: 'login.too-many-codes' | 'login.too-many-tries',
): Refusal {
  if (failure.outcome === 'too-many')
    return new Refusal(tooMany, { retryAfterSeconds: failure.retryAfterSeconds });
  const reason = failure.text;
  if (failure.outcome === 'untrusted' || failure.isMisconfigured)
    log.error({ alarm: 'login.identity', reason }, 'the identity service signs nobody in');
  else log.warn({ reason }, 'the identity service is away');
  return new Refusal('server.unavailable', { retryAfterSeconds });
}
