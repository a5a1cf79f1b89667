import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './NotificationChoice.module.css';
import type { Channel } from './preference.form.ts';

interface ChannelSwitchProps {
  readonly channel: Channel;
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  /** Why it cannot be switched. */
  readonly reason: string | undefined;
  readonly onTurn: (isOn: boolean) => void;
}

/** One way to be reached, on or off; it can be pressed anywhere on its words. */
export function ChannelSwitch({ channel, isOn, isDisabled, reason, onTurn }: ChannelSwitchProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label className={classes.channel} data-disabled={isDisabled || undefined}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isDisabled}
          aria-describedby={reason ? `${id}-reason` : undefined}
          onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
        />
        <span>{t(`notifications.channel.${channel}`)}</span>
      </label>
      {reason && (
        <p id={`${id}-reason`} className={classes.reason}>
          {reason}
        </p>
      )}
    </div>
  );
}
