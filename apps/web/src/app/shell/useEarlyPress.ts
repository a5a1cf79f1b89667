import { type RefObject, useEffect } from 'react';

/**
 * Presses the button of a group that was pressed before the page's scripts arrived: the early script marks it
 * (`app/early.ts`).
 */
export function useEarlyPress(group: RefObject<HTMLElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the buttons begin to work
  useEffect(() => {
    group.current?.querySelector<HTMLButtonElement>('button[data-pressed]')?.click();
  }, []);
}
