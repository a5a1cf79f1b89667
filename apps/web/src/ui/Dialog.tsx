import type { ComponentProps } from 'react';
import classes from './Dialog.module.css';
import { useModal } from './focus.ts';

interface DialogProps extends ComponentProps<'dialog'> {
  /** Called by Escape. */
  readonly onClose: () => void;
}

/** A native dialog over the page, open as long as it exists. The focus stays inside, and returns when it goes. */
export function Dialog({ onClose, className = '', ...dialog }: DialogProps) {
  return (
    <dialog
      {...dialog}
      ref={useModal()}
      className={`${classes.dialog} ${className}`}
      onCancel={(event) => {
        // React hands it on from a dialog that was opened in this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    />
  );
}
