import type { BillingRefresh } from '@myaccount/contract/home';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { type AutopaySurface, useAutopayChange } from './autopay.queries.ts';
import { TurnOnAutopay } from './TurnOnAutopay.tsx';

interface AutopayDialogProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  readonly onClose: () => void;
}

/**
 * Turns autopay on in a panel (AUTOPAY-1), or asks before it is turned off (AUTOPAY-2). Which of them it is stays as it
 * was opened: the new state arrives before a saved change closes it.
 */
export function AutopayDialog({ billing: current, surface, onClose }: AutopayDialogProps) {
  const { t } = useTranslation();
  const [billing] = useState(current);
  if (billing.isAutoPayEnabled) return <TurnOffAutopay surface={surface} onClose={onClose} />;
  return (
    <SidePanel isOpen isWide title={t('autopay.turnOn.title')} onClose={onClose}>
      <TurnOnAutopay billing={billing} surface={surface} onClose={onClose} />
    </SidePanel>
  );
}

function TurnOffAutopay({ surface, onClose }: Omit<AutopayDialogProps, 'billing'>) {
  const { t } = useTranslation();
  const { mutate, isPending, isError } = useAutopayChange(surface, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t('autopay.turnOff.title')}
      confirmLabel={t('autopay.turnOff.confirm')}
      cancelLabel={t('autopay.turnOff.cancel')}
      isBusy={isPending}
      onConfirm={() => mutate(null)}
      onCancel={onClose}
    >
      <p>{t('autopay.turnOff.text')}</p>
      {isError && <Notice tone="bad" title={t('autopay.turnOff.failed')} />}
    </ConfirmDialog>
  );
}
