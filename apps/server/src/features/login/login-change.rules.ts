import { findEmailFailure } from '@myaccount/contract/account-fields';
import type { LoginChange } from '@myaccount/contract/login-change';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type { ChangeableLogin, LoginChangeRow } from './login-change.repository.ts';

/** An operator changes a sign-in address only this long after the caller named the PIN. */
export const pinCheckMinutes = 10;
/** Days after a completed change in which nothing changes that would help a thief (docs/decisions/22-confirmations.md). */
export const securityHoldDays = 3;
export const changeWaits = 'A change of this sign-in address waits already: --stop stops it';

/** Returns why an operator may not change a sign-in address, in one sentence; undefined if nothing speaks against it. */
export function whyNotChanged(login: ChangeableLogin, to: string, smtpUtf8: boolean): string | undefined {
  const { emailAddress: from, isWaiting, isTaken, pinCheck } = login;
  if (findEmailFailure(to, smtpUtf8)) return `No mail can be sent to ${to}`;
  if (comparableEmail(from) === comparableEmail(to)) return `${from} signs in with this address already`;
  if (isWaiting) return changeWaits;
  if (isTaken) return `Another login has ${to}, or is going to`;
  if (pinCheck === null) return `Verify the PIN first: none was named in the last ${pinCheckMinutes} minutes`;
  return pinCheck === 'account-info.pin-verified' ? undefined : 'The last PIN that was named did not match';
}

/** Returns what became of a change. */
export function changeStateOf(change: LoginChangeRow, now: Date): LoginChange['state'] {
  if (change.stoppedAt) return 'stopped';
  if (change.completedAt) return 'completed';
  return change.expiresAt > now ? 'waiting' : 'lapsed';
}
