import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon, CloseIcon, type IconProps } from '../../ui/icon.tsx';
import { AlertIcon, CalendarIcon, OnItsWayIcon } from '../../ui/icons.tsx';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import type { BillState } from './open-items.rules.ts';

const looks: Readonly<Record<BillState, { tone: Tone; icon: ComponentType<IconProps> }>> = {
  due: { tone: 'quiet', icon: CalendarIcon },
  pastDue: { tone: 'bad', icon: AlertIcon },
  onItsWay: { tone: 'wait', icon: OnItsWayIcon },
  paid: { tone: 'good', icon: CheckIcon },
  credited: { tone: 'good', icon: CheckIcon },
  reversed: { tone: 'quiet', icon: CloseIcon },
};

interface StateOfBillProps {
  readonly state: BillState;
  /** True for the balance from before the first bill: some languages have other words for it when past due. */
  readonly isOpening?: boolean;
}

/** Due, Past due, On its way, Paid, Credit, or Reversed: the one look of a state of money, on every screen. */
export function StateOfBill({ state, isOpening = false }: StateOfBillProps) {
  const { t } = useTranslation();
  const words = isOpening && state === 'pastDue' ? 'openingPastDue' : state;
  return <StateBadge {...looks[state]}>{t(`balance.${words}`)}</StateBadge>;
}
