import type { Change } from '@myaccount/contract/audit';
import { fieldOfPart } from '@myaccount/contract/customer-fields';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { HistorySection } from '../../ui/HistorySection.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { formatMoment } from '../../ui/time.ts';
import { useChanges } from './sessions.queries.ts';

/** What was changed in the account and the sign-in: what, when, by whom, from where (SESSIONS-1). */
export function ChangeHistory({ page, onPage }: { page: number; onPage: TurnPage }) {
  const { t } = useTranslation();
  const title = t('sessions.changes.title');
  const columns = useColumns();
  return (
    <HistorySection
      title={title}
      failed={t('sessions.changes.failed')}
      empty={t('sessions.changes.empty')}
      emptyHint={t('sessions.changes.emptyHint')}
      history={useChanges(page)}
      page={page}
      onPage={onPage}
    >
      {(changes) => <DataList caption={title} columns={columns} rows={changes} rowKey={({ id }) => id} />}
    </HistorySection>
  );
}

/** A field of the customer has its words beside its label. */
function actionKey(action: string): string {
  const field = fieldOfPart(/^account-info\.(.+)-changed$/.exec(action)?.[1] ?? '');
  return field ? `customer-fields.${field}.changed` : `sessions.changes.action.${action}`;
}

function useColumns(): DataColumn<Change>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      key: 'what',
      label: t('sessions.changes.what'),
      isRowHeader: true,
      narrow: 'first',
      cell: ({ action }) => t(actionKey(action)),
    },
    {
      key: 'amount',
      label: t('sessions.changes.amount'),
      align: 'end',
      narrow: ({ amount }) => (amount === null ? undefined : 'end'),
      cell: ({ amount }) => (amount === null ? '—' : <Money cents={centsOf(amount)} />),
    },
    {
      key: 'when',
      label: t('sessions.changes.when'),
      narrow: 'lead',
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at, i18n.language)}</time>,
    },
    {
      key: 'by',
      label: t('sessions.changes.by'),
      narrow: 'second',
      cell: ({ by }) => by.name ?? t(`sessions.changes.maker.${by.kind}`, { brand: config.brand.name }),
    },
    {
      key: 'from',
      label: t('sessions.changes.from'),
      narrow: ({ network }) => (network === null ? undefined : 'second'),
      cell: ({ network }) => network ?? '—',
    },
  ];
}
