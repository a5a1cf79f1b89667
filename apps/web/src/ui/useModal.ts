import { type RefObject, useLayoutEffect, useRef } from 'react';
import { returnFocus } from './return-focus.ts';

/**
 * Returns the ref of a native dialog that is modal as long as its component exists. It gives the focus back when it
 * goes: removing a dialog, unlike closing it, leaves the focus on the body.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      returnFocus(before);
    };
  }, []);

  return ref;
}
