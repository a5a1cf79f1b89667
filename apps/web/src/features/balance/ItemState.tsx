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
export function StateOfBill({
  state,
  words = state,
}: {
  state: BillState;
  words?: BillState | 'openingPastDue';
}) {
  const { t } = useTranslation();
  return <StateBadge {...looks[state]}>{t(`balance.${words}`)}</StateBadge>;
}

/** The state of an open item: a bill, or the balance from before, which has words of its own in some languages. */
export function ItemState({ item }: { item: OpenItem }) {
  const state = stateOfItem(item);
  const isOpening = item.invoice_id === null;
  return <StateOfBill state={state} words={isOpening && state === 'pastDue' ? 'openingPastDue' : state} />;
}
