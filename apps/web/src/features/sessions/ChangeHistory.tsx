import type { Change } from '@myaccount/contract/audit';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { Section } from '../../ui/Section.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';
import { formatMoment } from './moment.ts';
import { useChanges } from './sessions.queries.ts';

interface ChangeHistoryProps {
  readonly page: number;
  readonly onPage: TurnPage;
}

/** What was changed in the account and the sign-in: what, when, by whom, from where (SESSIONS-1). */
export function ChangeHistory(props: ChangeHistoryProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('sessions.changes.title')}>
      <ChangesPage {...props} />
    </Section>
  );
}

function ChangesPage({ page, onPage }: ChangeHistoryProps) {
  const { t } = useTranslation();
  const title = t('sessions.changes.title');
  const columns = useColumns();
  const { data, error, refetch, isPlaceholderData } = useChanges(page);
  if (!data) {
    return error ? (
      <ProblemState text={t('sessions.changes.failed')} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeletons lines={5} lineHeight={32} />
    );
  }
  const { result, totalPages } = data;
  if (page > totalPages && totalPages > 0 && !isPlaceholderData) {
    return <PastLastPage lastPage={totalPages} onPage={onPage} />;
  }
  return (
    <>
      {result.length === 0 ? (
        <EmptyState text={t('sessions.changes.empty')} hint={t('sessions.changes.emptyHint')} />
      ) : (
        <DataList caption={title} columns={columns} rows={result} rowKey={({ id }) => id} />
      )}
      <Pager label={title} page={page} totalPages={totalPages} onPage={onPage} />
    </>
  );
}

function useColumns(): DataColumn<Change>[] {
  const { t, i18n } = useTranslation();
  const label = (name: string) => t(`sessions.changes.${name}`);
  return [
    {
      key: 'what',
      label: label('what'),
      isRowHeader: true,
      narrow: 'first',
      cell: ({ action }) => label(`action.${action}`),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'end',
      narrow: ({ amount }) => (amount === null ? undefined : 'end'),
      cell: ({ amount }) => (amount === null ? '—' : <Money cents={centsOf(amount)} />),
    },
    {
      key: 'when',
      label: label('when'),
      narrow: 'lead',
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at, i18n.language)}</time>,
    },
    {
      key: 'by',
      label: label('by'),
      narrow: 'second',
      cell: ({ by }) => by.name ?? t(`sessions.changes.maker.${by.kind}`, { brand: config.brand.name }),
    },
    {
      key: 'from',
      label: label('from'),
      narrow: ({ network }) => (network === null ? undefined : 'second'),
      cell: ({ network }) => network ?? '—',
    },
  ];
}
