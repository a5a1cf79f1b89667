import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { TurnPage } from '../ui/page-number.ts';

/** Returns a function that leads to another page of the list on this page of the portal. */
export function useTurnPage(): TurnPage {
  const navigate = useNavigate();
  return useCallback(
    (page, { replace } = { replace: false }) =>
      void navigate({ to: '.', search: { page: String(page) }, resetScroll: false, replace }),
    [navigate],
  );
}
