import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { Loaded } from './Loaded.tsx';
import { Pager } from './Pager.tsx';
import type { TurnPage } from './page-number.ts';
import { Section } from './Section.tsx';
import { Skeleton } from './Skeleton.tsx';

interface HistorySectionProps<Row> {
  readonly title: string;
  readonly failed: string;
  readonly empty: string;
  readonly emptyHint: string;
  /** A page of rows; the one before stays while the next one loads. */
  readonly history: UseQueryResult<{ readonly result: Row[]; readonly totalPages: number }>;
  readonly page: number;
  readonly onPage: TurnPage;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A section with a page of a history in its four states; `children` shows the rows. */
export function HistorySection<Row>(props: HistorySectionProps<Row>) {
  const { title, failed, empty, emptyHint, history, page, onPage, children } = props;
  return (
    <Section title={title}>
      <Loaded query={history} failed={failed}>
        {({ result, totalPages }) =>
          page > totalPages && totalPages > 0 && !history.isPlaceholderData ? (
            <PastLastPage lastPage={totalPages} onPage={onPage} />
          ) : (
            <>
              {result.length === 0 ? <EmptyState text={empty} hint={emptyHint} /> : children(result)}
              <Pager label={title} page={page} totalPages={totalPages} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Stands for a page past the end of a list: leads to the last page and corrects the address. */
function PastLastPage({ lastPage, onPage }: { lastPage: number; onPage: TurnPage }) {
  useEffect(() => onPage(lastPage, { replace: true }), [lastPage, onPage]);
  return <Skeleton />;
}
