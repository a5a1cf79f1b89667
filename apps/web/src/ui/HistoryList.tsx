import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DataList, type DataListProps } from './DataList.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Loaded } from './Loaded.tsx';
import { Pager } from './Pager.tsx';
import type { TurnPage } from './page-number.ts';
import { Section } from './Section.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Which page of a history shows, and what leads to another. */
export interface Paging {
  readonly page: number;
  readonly onPage: TurnPage;
}

interface HistoryListProps<Row>
  extends Paging,
    Pick<DataListProps<Row>, 'texts' | 'columns' | 'action' | 'detail'> {
  /** Instead of the title among its texts. */
  readonly title?: string;
  /** A page of rows; the one before stays while the next one loads. */
  readonly history: UseQueryResult<{ readonly result: Row[]; readonly totalPages: number }>;
}

/** A section with a page of a history in its four states. */
export function HistoryList<Row extends { readonly id: string }>(props: HistoryListProps<Row>) {
  const { t } = useTranslation();
  const { texts, title = t(`${texts}.title`), history, page, onPage, ...list } = props;
  return (
    <Section title={title}>
      <Loaded query={history} failed={t(`${texts}.failed`)}>
        {({ result, totalPages }) =>
          page > totalPages && totalPages > 0 && !history.isPlaceholderData ? (
            <PastLastPage lastPage={totalPages} onPage={onPage} />
          ) : (
            <>
              {result.length === 0 ? (
                <EmptyState text={t(`${texts}.empty`)} hint={t(`${texts}.emptyHint`)} />
              ) : (
                <DataList {...list} caption={title} texts={texts} rows={result} rowKey={({ id }) => id} />
              )}
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
