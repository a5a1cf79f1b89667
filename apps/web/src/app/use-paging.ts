import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Paging } from '../ui/HistoryList.tsx';
import { pageNumberFrom, type TurnPage } from '../ui/page-number.ts';

/** The page of the list on this page of the portal: the address says which it is. */
export function usePaging(): Paging {
  const navigate = useNavigate();
  const { page } = useSearch({ strict: false });
  const onPage = useCallback<TurnPage>(
    (number, { replace } = { replace: false }) =>
      void navigate({ to: '.', search: { page: String(number) }, resetScroll: false, replace }),
    [navigate],
  );
  return { page: pageNumberFrom(page), onPage };
}
