import type { AnyRouter } from '@tanstack/react-router';
import { setOpened } from '../ui/Later.tsx';

/** Says of each page, before it shows, whether a press opened it. One that the customer goes back or forward to was there before. */
export function followOpenedPages(router: AnyRouter): void {
  const seen = new Set<string | undefined>();
  // Not by the history: with a listener there, the router no longer follows a redirect of the first page.
  router.subscribe('onBeforeLoad', ({ fromLocation: from, toLocation: { state } }) => {
    setOpened(!seen.has(state.__TSR_key) && from !== undefined && state.__TSR_index > from.state.__TSR_index);
    seen.add(state.__TSR_key);
  });
}
