import type { Happening } from '@myaccount/contract/happenings';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/time.ts';
import { methodInSentence } from '../payment-methods/method-name.ts';

type Values = Pick<Happening, 'date' | 'amount' | 'payment_method' | 'email_address'>;

/** Returns a function that puts the values of a happening into a text. */
export function useHappeningWords() {
  const { t, i18n } = useTranslation();
  return (key: string, { date, amount = 0, payment_method, email_address: email }: Values) => {
    const day = date && formatDay(date, i18n.language);
    return t(key, {
      amount: formatCents(centsOf(amount)),
      day,
      method: methodInSentence(payment_method, t),
      email,
    });
  };
}
