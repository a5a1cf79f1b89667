import { findEmailFailure } from '@myaccount/contract/account-fields';
import type { LoginChangeState } from '@myaccount/contract/login-change';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import { isFilled } from '@myaccount/contract/text';
import type { ChangeableLogin, LoginChangeRow } from './login-change.repository.ts';

/** An operator changes a sign-in address only this long after the caller named the PIN. */
export const pinCheckMinutes = 10;
/** Days after a completed change in which nothing changes that would help a thief (docs/decisions/22-confirmations.md). */
export const securityHoldDays = 3;

export const noReason = 'Say the reason';
export const changeWaits = 'A change of this sign-in address waits already: --stop stops it';

/** Returns why an operator may not change a sign-in address, in one sentence; undefined if nothing speaks against it. */
export function whyNotChanged(
  login: ChangeableLogin | undefined,
  { from, to, reason, smtpUtf8 }: Readonly<Record<'from' | 'to' | 'reason', string> & { smtpUtf8: boolean }>,
): string | undefined {
  if (!login) return `There is no login ${from}`;
  if (!isFilled(reason)) return noReason;
  if (findEmailFailure(to, smtpUtf8)) return `No mail can be sent to ${to}`;
  if (comparableEmail(login.emailAddress) === comparableEmail(to))
    return `${from} already signs in with ${to}`;
  if (login.isWaiting) return changeWaits;
  if (login.isTaken) return `Another login has ${to}, or is going to`;
  if (login.pinCheck === null)
    return `Verify the PIN first: none was named in the last ${pinCheckMinutes} minutes`;
  if (login.pinCheck !== 'account-info.pin-verified') return 'The last PIN that was named did not match';
  return undefined;
}

/** Returns what became of a change. */
export function changeStateOf(change: LoginChangeRow, now: Date): LoginChangeState {
  if (change.stoppedAt) return 'stopped';
  if (change.completedAt) return 'completed';
  return change.expiresAt > now ? 'waiting' : 'lapsed';
}
