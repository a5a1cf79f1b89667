import type { InvoiceRow } from '@myaccount/contract/invoices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useInvoices } from './invoices.queries.ts';

interface PagedInvoicesProps {
  readonly page: number;
  readonly onPage: TurnPage;
  readonly children: (rows: InvoiceRow[]) => ReactNode;
}

/** A page of bills in its four states, shown by `children` (BILLING-2). */
export function PagedInvoices({ page, onPage, children }: PagedInvoicesProps) {
  const { t } = useTranslation();
  const invoices = useInvoices(page);
  if (invoices.isPending) return <Skeleton />;
  if (invoices.isError) {
    return (
      <ProblemState
        text={t('invoices.list.failed')}
        error={invoices.error}
        onRetry={() => void invoices.refetch()}
      />
    );
  }
  const { result, totalPages } = invoices.data;
  if (page > totalPages && totalPages > 0 && !invoices.isPlaceholderData) {
    return <PastLastPage lastPage={totalPages} onPage={onPage} />;
  }
  return (
    <>
      {result.length === 0 ? (
        <EmptyState text={t('invoices.list.empty')} hint={t('invoices.list.emptyHint')} />
      ) : (
        children(result)
      )}
      <Pager label={t('invoices.list.title')} page={page} totalPages={totalPages} onPage={onPage} />
    </>
  );
}
