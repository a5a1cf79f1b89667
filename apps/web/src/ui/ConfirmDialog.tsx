import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import classes from './ConfirmDialog.module.css';
import { useModal } from './useModal.ts';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** True while the confirmed action runs. */
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation. The native dialog keeps the focus inside, and Escape cancels. */
export function ConfirmDialog({ isOpen, ...props }: ConfirmDialogProps) {
  return isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: Omit<ConfirmDialogProps, 'isOpen'>) {
  const { title, children, confirmLabel, cancelLabel, isBusy = false, onConfirm, onCancel } = props;
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onCancel();
      }}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <div id={`${id}-text`}>{children}</div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {cancelLabel}
        </Button>
        <Button onClick={onConfirm} isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
