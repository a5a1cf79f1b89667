import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, type DataListProps } from './DataList.tsx';
import { EmptyState } from './EmptyState.tsx';
import classes from './HistoryList.module.css';
import { Loaded } from './Loaded.tsx';
import layout from './layout.module.css';
import { shownPages, type TurnPage } from './page-number.ts';
import { Section } from './Section.tsx';
import { Skeleton } from './Skeleton.tsx';
import { formatMoment } from './time.ts';

/** Which page of a history shows, and what leads to another. */
export interface Paging {
  readonly page: number;
  readonly onPage: TurnPage;
}

/** When something was done, of an instant, ISO 8601. */
export const whenColumn = <Row,>(instantOf: (row: Row) => string, language: string): DataColumn<Row> => ({
  key: 'when',
  narrow: 'lead',
  cell: (row) => <time dateTime={instantOf(row)}>{formatMoment(instantOf(row), language)}</time>,
});

/** From which network something was done, where the reader may know it. */
export const fromColumn: DataColumn<{ readonly network: string | null }> = {
  key: 'from',
  narrow: ({ network }) => (network === null ? undefined : 'second'),
  cell: ({ network }) => network ?? '—',
};

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

interface PagerProps extends Paging {
  /** What is paged: “Invoices”. */
  readonly label: string;
  readonly totalPages: number;
}

/** Numbered pages; nothing when there is only one. A screen reader hears which page a press has led to. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  const { t } = useTranslation();
  const first = useRef(page);
  // The first page of a visit is not announced.
  const [isTurned, setIsTurned] = useState(false);

  useEffect(() => {
    if (page !== first.current) setIsTurned(true);
  }, [page]);

  if (totalPages <= 1) return null;
  return (
    <nav aria-label={t('ui.pages', { label })} className={classes.pager}>
      <span role="status" className={layout.hidden}>
        {isTurned && t('ui.pageOf', { page, total: totalPages })}
      </span>
      {step('previous', page - 1, page > 1)}
      {shownPages(page, totalPages).map((shown, index, all) =>
        shown === 'gap' ? (
          <span key={`gap before ${all[index + 1]}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            aria-current={shown === page ? 'page' : undefined}
            aria-label={t('ui.page', { page: shown })}
            onClick={() => onPage(shown)}
          >
            {shown}
          </button>
        ),
      )}
      {step('next', page + 1, page < totalPages)}
    </nav>
  );

  // It stays focusable at the end of the list, where the focus would otherwise be lost.
  function step(name: 'previous' | 'next', to: number, isPossible: boolean) {
    return (
      <button
        type="button"
        aria-label={t(`ui.${name}Page`)}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onPage(to)}
      >
        {name === 'previous' ? '‹' : '›'}
      </button>
    );
  }
}
