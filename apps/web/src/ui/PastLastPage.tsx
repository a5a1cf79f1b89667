import { useEffect } from 'react';
import type { TurnPage } from './page-number.ts';
import { Skeleton } from './Skeleton.tsx';

interface PastLastPageProps {
  readonly lastPage: number;
  readonly onPage: TurnPage;
}

/** Stands for a page past the end of a list: leads to the last page and corrects the address. */
export function PastLastPage({ lastPage, onPage }: PastLastPageProps) {
  useEffect(() => onPage(lastPage, { replace: true }), [lastPage, onPage]);
  return <Skeleton />;
}
