import type { Change } from '@myaccount/contract/audit';
import { centsOf } from '@myaccount/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import type { DataColumn } from '../../ui/DataList.tsx';
import { fromColumn, HistoryList, type Paging, whenColumn } from '../../ui/HistoryList.tsx';
import { Money } from '../../ui/Money.tsx';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';
import { changesQuery } from './sessions.queries.ts';

/** What was changed in the account and the sign-in: what, when, by whom, from where (SESSIONS-1). */
export function ChangeHistory(paging: Paging) {
  const { t, i18n } = useTranslation();
  const columns: DataColumn<Change>[] = [
    {
      key: 'what',
      isRowHeader: true,
      narrow: 'first',
      cell: ({ action }) => t(`sessions.changes.action.${action}`),
    },
    {
      key: 'amount',
      align: 'end',
      narrow: ({ amount }) => (amount === null ? undefined : 'end'),
      cell: ({ amount }) => (amount === null ? '—' : <Money cents={centsOf(amount)} />),
    },
    whenColumn(({ at }) => at, i18n.language),
    {
      key: 'by',
      narrow: 'second',
      cell: ({ by }) => by.name ?? t(`sessions.changes.maker.${by.kind}`, { brand: config.brand.name }),
    },
    fromColumn,
  ];
  return (
    <HistoryList
      texts="sessions.changes"
      history={useQuery(changesQuery(useSelectedAccount(), paging.page))}
      {...paging}
      columns={columns}
    />
  );
}
