import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { formatMoment } from '../../ui/time.ts';
import { useAccount } from '../accounts/accounts.queries.ts';

/** Shows what changes methods or autopay or, after the sign-in address changed, until when they stay as they are (LOST-4). */
export function SecurityHold({ children }: { readonly children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { securityHoldUntil: until } = useAccount();
  if (!until) return children;
  return (
    <Notice
      tone="wait"
      title={t('payment-methods.hold.title', { moment: formatMoment(until, i18n.language) })}
    >
      <p>{t('payment-methods.hold.why')}</p>
    </Notice>
  );
}
