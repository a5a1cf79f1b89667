import { includesTexts } from '@myaccount/contract/account-fields';
import type { NotificationPreference } from '@myaccount/contract/accounts';

export type Channel = 'text' | 'mail';

/** What decides how a notification reaches a customer. */
export interface Reach {
  readonly preference: NotificationPreference;
  /** Whether texts can be sent at all, and to this number: it is one, and nobody replied STOP from it. */
  readonly canGetTexts: boolean;
  /** When a text may be sent. */
  readonly sendingTime: Date;
  readonly uselessAfter: Date;
}

/** Returns how a notification reaches a customer. Mail takes the place of a text that cannot be sent, or not in time. */
export function channelsOf({ preference, canGetTexts, sendingTime, uselessAfter }: Reach): Channel[] {
  if (!includesTexts(preference) || !canGetTexts || sendingTime >= uselessAfter) return ['mail'];
  return preference === 'Text' ? ['text'] : ['text', 'mail'];
}
