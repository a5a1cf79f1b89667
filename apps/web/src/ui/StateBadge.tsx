import type { ComponentType } from 'react';
import { CheckIcon, type IconProps } from './icon.tsx';
import { AlertIcon, ClockIcon } from './icons.tsx';
import classes from './StateBadge.module.css';

/** What a state means for the customer. The words say it; color and icon only support them. */
export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

type StateIcon = ComponentType<IconProps>;

/** The icon of a tone, unless the state has its own. */
const toneIcons: Readonly<Record<Tone, StateIcon | undefined>> = {
  good: CheckIcon,
  wait: ClockIcon,
  bad: AlertIcon,
  quiet: undefined,
};

interface StateBadgeProps {
  readonly tone: Tone;
  /** Instead of the icon of the tone. */
  readonly icon?: StateIcon | undefined;
  readonly children: string;
}

/** A state in a word or two, with an icon, so that nobody depends on the color. */
export function StateBadge({ tone, icon, children }: StateBadgeProps) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <span className={classes.badge} data-tone={tone}>
      {Icon && <Icon size={16} />}
      <span>{children}</span>
    </span>
  );
}
