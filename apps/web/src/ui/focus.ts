import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Focuses what had the focus before or, when that is gone or disabled, the heading of what is on top, so that the focus is never lost
 * to the body.
 */
export function returnFocus(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (isThere) before.focus({ preventScroll: true });
  // A button that is disabled by now does not take it.
  if (!isThere || document.activeElement !== before) focusHeading();
}

/** Focuses the title of the dialog on top, or of the page: beneath a modal dialog nothing takes the focus. */
function focusHeading(): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const heading = (dialog ?? document).querySelector<HTMLElement>(dialog ? 'h2' : 'h1');
  heading?.focus({ preventScroll: true });
}

/** Returns the ref of an element that can go while it has the focus: the heading has it then, not the body. */
export function useFocusKept<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) returnFocus(null);
    };
  }, []);
  return ref;
}

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

/** Gives an element the focus where it takes the place of what was pressed. */
export function useFocusWhen(isFocused: boolean, ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isFocused) ref.current?.focus();
  }, [isFocused, ref]);
}
