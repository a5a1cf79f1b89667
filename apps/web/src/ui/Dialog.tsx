import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { returnFocus } from './focus.ts';

interface DialogProps extends ComponentProps<'dialog'> {
  /** Called by Escape. */
  readonly onClose: () => void;
}

/** A native dialog over the page, open as long as it exists. The focus stays inside, and returns when it goes. */
export function Dialog({ onClose, ...dialog }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);

  // Removing a dialog, unlike closing it, leaves the focus on the body.
  useLayoutEffect(() => {
    const element = ref.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      returnFocus(before);
    };
  }, []);

  return (
    <dialog
      {...dialog}
      ref={ref}
      onCancel={(event) => {
        // React hands it on from a dialog that was opened in this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    />
  );
}
