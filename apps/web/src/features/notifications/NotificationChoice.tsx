import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import { ChangeProblem } from '../account-info/ChangeProblem.tsx';
import { FreshCodeStep } from '../account-info/FreshCodeStep.tsx';
import type { AccountPlace } from '../account-info/useAccountChange.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { ChannelSwitch } from './ChannelSwitch.tsx';
import classes from './NotificationChoice.module.css';
import { type Channel, channels, channelsOf, isLastChannel, preferenceForm } from './preference.form.ts';
import { TextsForm } from './TextsForm.tsx';
import { usePreferenceChange } from './usePreferenceChange.ts';

/** Notices by text, by email, or both (NOTIFY-1): a switch saves at once; texts take a consent first. */
export function NotificationChoice({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { customer, role, ownsContact } = useAccount();
  const current = customer.notificationPreference;
  const preference = usePreferenceChange(place);
  const { change } = preference;
  const isPrimary = isHolder({ role, ownsContact }, accountRights.preference.set);
  const id = useId();
  const reasonOf = (channel: Channel) => {
    if (!isPrimary) return undefined;
    if (channel === 'Text' && customer.textsStopped) return t('notifications.stopped');
    return isLastChannel(current, channel) ? t('notifications.last') : undefined;
  };
  const canChange = isPrimary && channels.some((channel) => reasonOf(channel) === undefined);
  const who = isPrimary ? canChange && t('notifications.primary') : t('notifications.member');
  return (
    <div className={classes.notifications}>
      <fieldset className={classes.group} aria-describedby={who ? `${id}-who` : undefined}>
        <legend className={classes.legend}>{t('notifications.title')}</legend>
        <p className={classes.state}>{t(`notifications.preference.${preference.shown || 'none'}`)}</p>
        {channels.map((channel) => (
          <ChannelSwitch
            key={channel}
            channel={channel}
            isOn={channelsOf(preference.shown).includes(channel)}
            isDisabled={!isPrimary || reasonOf(channel) !== undefined}
            reason={reasonOf(channel)}
            onTurn={(isOn) => preference.turn(channel, isOn)}
          />
        ))}
        {who && (
          <p id={`${id}-who`} className={classes.who}>
            {who}
          </p>
        )}
      </fieldset>
      {preference.needsConsent && <TextsForm onAgree={preference.agree} onCancel={preference.putBack} />}
      <ChangeProblem
        change={change}
        form={preferenceForm}
        onMine={preference.keepMine}
        onTheirs={preference.putBack}
      />
      <FreshCodeStep change={change} />
      {canChange && <ChangeHint />}
    </div>
  );
}
