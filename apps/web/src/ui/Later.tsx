import { type ReactNode, startTransition, useEffect, useReducer } from 'react';
import { afterPaint } from './focus.ts';

/** Whether the page that comes is opened anew: not the first one, nor one that the customer is back at. */
export const opening = { isNew: false };

/**
 * The lower part of a page. Of a page that is opened it is drawn once the upper part is painted, and in slices, so that a slow
 * phone answers in between. Any other page needs its whole height at once, to be where it was.
 */
export function Later({ children }: { children: ReactNode }) {
  const [isDrawn, draw] = useReducer(() => true, !opening.isNew);
  useEffect(() => (isDrawn ? undefined : afterPaint(() => startTransition(draw))), [isDrawn]);
  return isDrawn && children;
}
