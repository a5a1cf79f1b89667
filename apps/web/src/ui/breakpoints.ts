import { useCallback, useSyncExternalStore } from 'react';

/**
 * Where the layout gets wider than a phone's and as wide as a desktop's (CONFIG-2). A media query reads no variable, so
 * the style sheets repeat both in em; a test compares.
 */
export const breakpoints = { tablet: '48em', desktop: '992px' } as const;

/** Whether the window is at least as wide as the breakpoint. */
export function useIsAtLeast(breakpoint: keyof typeof breakpoints): boolean {
  const query = `(min-width: ${breakpoints[breakpoint]})`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
