import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './MethodButtons.module.css';
import { SecurityHold } from './SecurityHold.tsx';

// Few customers add or change a method on a visit, so the code loads when a panel opens.
const AddMethod = lazyPart(async () => (await import('./AddMethod.tsx')).AddMethod, <Skeleton />);
const SavedMethods = lazyPart(async () => (await import('./SavedMethods.tsx')).SavedMethods, <Skeleton />);

interface AddMethodButtonProps extends Pick<ButtonLook, 'variant'> {
  /** Where it is the way out of a decline. */
  readonly label?: string;
  /** Called with the id of the new method. */
  readonly onAdded?: (id: string) => void;
}

/** Opens the panel in which a method is added (METHODS-2). */
export function AddMethodButton({ variant, label, onAdded }: AddMethodButtonProps) {
  const { t } = useTranslation();
  return (
    <PanelButton label={label ?? t('payment-methods.add')} variant={variant}>
      {(close) => (
        <SecurityHold>
          <AddMethod
            onCancel={close}
            onAdded={(id) => {
              close();
              onAdded?.(id);
            }}
          />
        </SecurityHold>
      )}
    </PanelButton>
  );
}

/** Beside a payment: another method, or the saved ones in a panel, where the one that the form would charge stays. */
export function MethodButtons({
  selectedId,
  onAdded,
}: {
  selectedId: string;
  onAdded: (id: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.buttons}>
      <AddMethodButton variant="subtle" onAdded={onAdded} />
      <PanelButton label={t('payment-methods.manage')} variant="subtle">
        {(close) => <SavedMethods place="payments" selectedId={selectedId} onLeave={close} />}
      </PanelButton>
    </div>
  );
}

interface PanelButtonProps extends Pick<ButtonLook, 'variant'> {
  /** Of the button, and the title of the panel. */
  readonly label: string;
  /** The panel's content; it can close the panel. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a wide panel. */
function PanelButton({ label, variant = 'default', children }: PanelButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The first method that is added takes the place of some of these buttons.
  const button = useFocusKept<HTMLButtonElement>();
  const close = () => setIsOpen(false);
  return (
    <>
      <Button ref={button} variant={variant} className={classes.button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <SidePanel isWide title={label} onClose={close}>
          {children(close)}
        </SidePanel>
      )}
    </>
  );
}
