import { type RefObject, useLayoutEffect, useRef } from 'react';
import { returnFocus } from './return-focus.ts';

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
