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

/** Returns what is refused of a changed preference: the last channel that is on stays on. */
export function findPreferenceFailures(
  stored: NotificationPreference,
  changed: NotificationPreference | undefined,
): FieldError[] {
  const code = changed === undefined ? undefined : findPreferenceFailure(changed, stored);
  return code ? [{ field: 'customer.notificationPreference', code }] : [];
}

/** Returns whether a changed preference turns text messages on, which needs a consent. */
export function turnsTextsOn(
  stored: NotificationPreference,
  changed: NotificationPreference | undefined,
): boolean {
  return changed !== undefined && includesTexts(changed) && !includesTexts(stored);
}
