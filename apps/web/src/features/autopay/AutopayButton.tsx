import type { BillingRefresh } from '@myaccount/contract/home';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusKept } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import classes from './Autopay.module.css';
import type { AutopaySurface } from './AutopayDialog.tsx';

const AutopayDialog = lazyPart(async () => (await import('./AutopayDialog.tsx')).AutopayDialog);

interface AutopayButtonProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  /** The state in words, where it is a switch. Without it, a button says what a press does. */
  readonly switchText?: string;
}

/** Opens the dialog that turns autopay on or off, loaded when it is needed; what was saved stays said beside it. */
export function AutopayButton({ billing, surface, switchText }: AutopayButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const button = useFocusKept<HTMLButtonElement>();
  const isOn = billing.isAutoPayEnabled;
  const look = switchText
    ? { role: 'switch', 'aria-checked': isOn, 'aria-label': t('autopay.title'), className: classes.switch }
    : { className: targetLink };
  return (
    <>
      <button
        ref={button}
        type="button"
        {...look}
        onClick={() => {
          setIsSaved(false);
          setIsOpen(true);
        }}
      >
        {switchText ?? t(isOn ? 'autopay.turnOff.open' : 'autopay.turnOn.open')}
      </button>
      {isSaved && <StateBadge tone="good">{t('autopay.changed')}</StateBadge>}
      {isOpen && (
        <AutopayDialog
          billing={billing}
          surface={surface}
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false);
            setIsSaved(true);
          }}
        />
      )}
    </>
  );
}
