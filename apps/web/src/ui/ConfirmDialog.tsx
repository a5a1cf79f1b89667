import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** True where it takes something away: it looks unlike an action that pays. */
  readonly isDestructive?: boolean;
  /** True while the confirmed action runs. */
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation; Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, isDestructive, isBusy = false, onConfirm, onCancel } = props;
  const id = useId();
  return (
    <Dialog
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => {
        if (!isBusy) onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {props.cancelLabel}
        </Button>
        <Button variant={isDestructive ? 'danger' : 'filled'} onClick={onConfirm} isBusy={isBusy}>
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
