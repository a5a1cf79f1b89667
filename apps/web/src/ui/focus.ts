import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Acts in a task of its own, once the browser has painted the page as it is now. Returns what cancels it. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Focuses what had the focus before; the heading of what is on top when that is gone or disabled. Never the body. */
export function returnFocus(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (isThere) before.focus({ preventScroll: true });
  // A button that is disabled by now does not take it.
  if (isThere && document.activeElement === before) return;
  // Beneath a modal dialog nothing takes the focus.
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

/** Gives an element the focus where it takes the place of what was pressed: with it, so that no key is lost between. */
export function useFocusWhen(isFocused: boolean, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (isFocused) ref.current?.focus();
  }, [isFocused, ref]);
}
