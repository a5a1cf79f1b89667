import { currentConsentVersion, type WordedConsentKind } from '@myaccount/contract/consent';
import { formatDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';

/** What a text says besides its words. */
export interface ConsentValues {
  /** As it is shown: `$84.99`. */
  readonly amount?: string;
  /** Day of a payment dated ahead, `YYYY-MM-DD`. */
  readonly day?: string | undefined;
}

/** Returns the current text of a kind, word for word as the server keeps it. */
export function useConsentText(kind: WordedConsentKind, { amount, day }: ConsentValues = {}): string {
  const { t, i18n } = useTranslation();
  const { name: brand, supportPhone: phone, supportEmail: email } = config.brand;
  return t(`consents.${kind}.${currentConsentVersion(kind)}`, {
    brand,
    phone,
    email,
    amount,
    ...(day && { context: 'dated', day: formatDay(day, matchLanguage([i18n.language])) }),
  });
}
