import { findPreferenceFailure } from '@myaccount/contract/account-fields';
import type { NotificationPreference } from '@myaccount/contract/accounts';
import type { AccountForm } from '../account-info/account-form.rules.ts';

/** A way to reach the customer with notices. */
export type Channel = 'Text' | 'Email';

export const channels = ['Text', 'Email'] as const satisfies readonly Channel[];

/** The notification preference by its name on the wire. */
export interface PreferenceValues extends Readonly<Record<string, string>> {
  readonly notificationPreference: NotificationPreference;
}

/** Returns the channels of a preference. */
export function channelsOf(preference: NotificationPreference): readonly Channel[] {
  return channels.filter((channel) => preference.split(' & ').includes(channel));
}

/** Returns the preference with a channel switched on or off. */
export function withChannel(
  preference: NotificationPreference,
  channel: Channel,
  isOn: boolean,
): NotificationPreference {
  const chosen = channels.filter((each) => (each === channel ? isOn : channelsOf(preference).includes(each)));
  return chosen.join(' & ') as NotificationPreference;
}

/** Whether the channel is the last one that is on, which cannot be switched off. */
export function isLastChannel(preference: NotificationPreference, channel: Channel): boolean {
  const without = withChannel(preference, channel, false);
  return without !== preference && findPreferenceFailure(without, preference) !== undefined;
}

/** How the account wants its notices (NOTIFY-1). */
export const preferenceForm: AccountForm<PreferenceValues> = {
  name: 'notifications',
  valuesOf: ({ customer }) => ({ notificationPreference: customer.notificationPreference }),
  withValues: (account, { notificationPreference }) => ({
    ...account,
    customer: { ...account.customer, notificationPreference },
  }),
  wordsOf: (_name, value, t) => t(`notifications.preference.${value || 'none'}`),
  errorsOf: () => ({}),
};
