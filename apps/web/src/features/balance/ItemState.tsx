import type { OpenItem } from '@myaccount/contract/home';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertIcon, CalendarIcon, CheckIcon, type IconProps, OnItsWayIcon } from '../../ui/icons.tsx';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import { type BillState, stateOfItem } from './open-items.rules.ts';

const looks: Readonly<Record<BillState, { tone: Tone; icon: ComponentType<IconProps> }>> = {
  due: { tone: 'quiet', icon: CalendarIcon },
  pastDue: { tone: 'bad', icon: AlertIcon },
  onItsWay: { tone: 'wait', icon: OnItsWayIcon },
  paid: { tone: 'good', icon: CheckIcon },
};

/** Due, Past due, On its way, or Paid: the one look of a state of money, on every screen. */
export function StateOfBill({ state }: { state: BillState }) {
  const { t } = useTranslation();
  return <StateBadge {...looks[state]}>{t(`balance.${state}`)}</StateBadge>;
}

/** The state of an open item. */
export function ItemState({ item }: { item: OpenItem }) {
  return <StateOfBill state={stateOfItem(item)} />;
}
