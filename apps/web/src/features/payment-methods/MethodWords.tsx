import { methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { endingOf, methodInSentence, methodName } from './method-name.ts';

/** “Credit Card …1234” (PAYMENTS-4): a line may end before the dots, never after them. */
export function MethodWords({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const ending = endingOf(method);
  return (
    <span>
      {t(`payment-methods.name.${methodFamily(method.card_type)}`)}
      {ending && ' '}
      <span className={layout.figures}>{ending}</span>
    </span>
  );
}

/** Returns a function that names methods in the language of the page. */
export function useMethodName() {
  const { t } = useTranslation();
  return (method: Parameters<typeof methodName>[0]) => methodName(method, (key) => t(key));
}

/** Returns a function that names methods inside a sentence in the language of the page. */
export function useMethodInSentence() {
  const { t } = useTranslation();
  return (method: Parameters<typeof methodInSentence>[0]) => methodInSentence(method, (key) => t(key));
}
