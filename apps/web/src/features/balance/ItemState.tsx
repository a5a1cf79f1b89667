import type { OpenItem } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { itemTones, stateOfItem } from './open-items.rules.ts';

/** Past due, Due, or On its way. */
export function ItemState({ item }: { item: OpenItem }) {
  const { t } = useTranslation();
  const state = stateOfItem(item);
  return <StateBadge tone={itemTones[state]}>{t(`balance.${state}`)}</StateBadge>;
}
