import type { ShownPaymentState } from '@myaccount/contract/payment-states';
import { useTranslation } from 'react-i18next';
import { OnItsWayIcon } from '../../ui/icons.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';

/** Success for COMPLETED, danger for anything else; PROCESSING_ERROR reads ERROR (PAYMENTS-3). */
export function PaymentBadge({ status }: { status: ShownPaymentState }) {
  const { t } = useTranslation();
  return (
    <StateBadge
      tone={status === 'COMPLETED' ? 'good' : 'bad'}
      icon={status === 'PENDING' ? OnItsWayIcon : undefined}
    >
      {t(`payments.state.${status}`)}
    </StateBadge>
  );
}
