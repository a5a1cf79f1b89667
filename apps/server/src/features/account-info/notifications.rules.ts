import { findPreferenceFailure, includesTexts } from '@myaccount/contract/account-fields';
import type { NotificationPreference } from '@myaccount/contract/accounts';
import type { FieldError } from '@myaccount/contract/problem';

/** Returns the notification preference that a caller chose, if it is another one (NOTIFY-1). */
export function changedPreference(
  stored: NotificationPreference,
  chosen: NotificationPreference | undefined,
): NotificationPreference | undefined {
  return chosen === stored ? undefined : chosen;
}

interface StoredPreference {
  readonly preference: NotificationPreference;
  /** STOP was sent from the phone number on record. */
  readonly isTextStopped: boolean;
}

interface PreferenceChange {
  readonly preference: NotificationPreference | undefined;
  /** STOP does not hold for a new number. */
  readonly phoneNumber: string | undefined;
}

/** Returns what is refused of a changed preference: the last channel that is on stays on, and texts stay off after STOP. */
export function findPreferenceFailures(
  { preference: stored, isTextStopped }: StoredPreference,
  { preference: changed, phoneNumber }: PreferenceChange,
): FieldError[] {
  if (changed === undefined) return [];
  const isStopped = isTextStopped && phoneNumber === undefined && turnsTextsOn(stored, changed);
  const code = isStopped ? 'unexpected' : findPreferenceFailure(changed, stored);
  return code ? [{ field: 'customer.notificationPreference', code }] : [];
}

/** Returns whether a changed preference turns text messages on, which needs a consent. */
export function turnsTextsOn(
  stored: NotificationPreference,
  changed: NotificationPreference | undefined,
): boolean {
  return changed !== undefined && includesTexts(changed) && !includesTexts(stored);
}
