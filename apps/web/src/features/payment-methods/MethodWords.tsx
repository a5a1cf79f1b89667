import { methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { endingOf } from './method-name.ts';

/** “Credit Card …1234” (PAYMENTS-4): a line may end before the dots, never after them. */
export function MethodWords({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const ending = endingOf(method);
  return (
    <span>
      <span>{t(`payment-methods.name.${methodFamily(method.card_type)}`)}</span>
      {ending && ' '}
      <span className={layout.figures}>{ending}</span>
    </span>
  );
}
