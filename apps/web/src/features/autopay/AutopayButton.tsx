import type { BillingRefresh } from '@myaccount/contract/home';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFocusKept } from '../../ui/focus.ts';
import classes from './Autopay.module.css';
import type { AutopaySurface } from './autopay.queries.ts';

const AutopayDialog = lazy(async () => ({ default: (await import('./AutopayDialog.tsx')).AutopayDialog }));

interface AutopayButtonProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  /** A switch shows the state. A button says what a press does. */
  readonly look: 'switch' | 'button';
  /** What a switch switches, for screen readers. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Opens the dialog that turns autopay on or off; the dialog is loaded when it is needed. */
export function AutopayButton({ billing, surface, look, label, children }: AutopayButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useFocusKept<HTMLButtonElement>();
  const state = look === 'switch' ? { role: 'switch', 'aria-checked': billing.isAutoPayEnabled } : {};
  return (
    <>
      <button
        ref={button}
        type="button"
        {...state}
        aria-label={label}
        className={classes[look]}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <AutopayDialog billing={billing} surface={surface} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
