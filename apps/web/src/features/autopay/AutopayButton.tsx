import type { BillingRefresh } from '@myaccount/contract/home';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusKept } from '../../ui/focus.ts';
import { late } from '../../ui/late.tsx';
import layout from '../../ui/layout.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { textLink } from '../../ui/TextLink.tsx';
import classes from './Autopay.module.css';
import type { AutopaySurface } from './AutopayDialog.tsx';

const AutopayDialog = late(async () => (await import('./AutopayDialog.tsx')).AutopayDialog);

interface AutopayButtonProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  /** A switch shows the state. A button says what a press does. */
  readonly look: 'switch' | 'button';
  /** What a switch switches, for screen readers. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Opens the dialog that turns autopay on or off, loaded when it is needed; what was saved stays said beside it. */
export function AutopayButton({ billing, surface, look, label, children }: AutopayButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const button = useFocusKept<HTMLButtonElement>();
  const state = look === 'switch' ? { role: 'switch', 'aria-checked': billing.isAutoPayEnabled } : {};
  return (
    <>
      <button
        ref={button}
        type="button"
        {...state}
        aria-label={label}
        className={look === 'switch' ? classes.switch : `${textLink} ${layout.target}`}
        onClick={() => {
          setIsSaved(false);
          setIsOpen(true);
        }}
      >
        {children}
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
