import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { Pager } from './Pager.tsx';
import { PastLastPage } from './PastLastPage.tsx';
import { ProblemState } from './ProblemState.tsx';
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
  return (
    <Section title={props.title}>
      <HistoryPage {...props} />
    </Section>
  );
}

/** A page of a history in its four states, for a section of another make. */
export function HistoryPage<Row>(props: HistorySectionProps<Row>) {
  const { title, failed, empty, emptyHint, page, onPage, children } = props;
  const { data, error, refetch, isPlaceholderData } = props.history;
  if (!data) {
    return error ? <ProblemState text={failed} error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  }
  const { result, totalPages } = data;
  if (page > totalPages && totalPages > 0 && !isPlaceholderData) {
    return <PastLastPage lastPage={totalPages} onPage={onPage} />;
  }
  return (
    <>
      {result.length === 0 ? <EmptyState text={empty} hint={emptyHint} /> : children(result)}
      <Pager label={title} page={page} totalPages={totalPages} onPage={onPage} />
    </>
  );
}
