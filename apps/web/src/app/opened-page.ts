import type { AnyRouter } from '@tanstack/react-router';
import { opening } from '../ui/Later.tsx';

/** Says of each page, before it shows, whether a press opened it. One that the customer goes back or forward to was there before. */
export function followOpenedPages(router: AnyRouter): void {
  const seen = new Set<string | undefined>();
  // Not by the history: with a listener there, the router no longer follows a redirect of the first page.
  router.subscribe('onBeforeLoad', ({ fromLocation: from, toLocation: { state } }) => {
    const steps = state.__TSR_index - (from?.state.__TSR_index ?? state.__TSR_index);
    opening.isNew = steps > 0 && !seen.has(state.__TSR_key);
    seen.add(state.__TSR_key);
  });
}
