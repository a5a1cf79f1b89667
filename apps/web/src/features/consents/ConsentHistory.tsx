import type { ConsentEntry } from '@myaccount/contract/consents';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DataColumn, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { fromColumn, HistoryList, type Paging, whenColumn } from '../../ui/HistoryList.tsx';
import { QuestionError } from '../../ui/Question.tsx';
import { formatMoment } from '../../ui/time.ts';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';
import { consentHistoryQuery, useConsentDownload } from './consent-history.queries.ts';

/** What was agreed to in the account: what, when, by whom, from where, and the words to download (CONSENT-1). */
export function ConsentHistory(paging: Paging) {
  const { t, i18n } = useTranslation();
  const { mutate, variables, isPending, isError } = useConsentDownload();
  const label = (name: string) => t(`consent-history.${name}`);
  const momentOf = ({ agreedAt }: ConsentEntry) => formatMoment(agreedAt, i18n.language);
  const languageNames = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const columns: DataColumn<ConsentEntry>[] = [
    { key: 'what', isRowHeader: true, narrow: 'first', cell: ({ kind }) => label(`kind.${kind}`) },
    {
      key: 'text',
      narrow: 'second',
      cell: ({ textVersion, language }) =>
        t('consent-history.version', { version: textVersion, language: languageNames.of(language) }),
    },
    whenColumn(({ agreedAt }) => agreedAt, i18n.language),
    { key: 'by', narrow: 'second', cell: ({ by }) => by.name ?? label(`giver.${by.kind}`) },
    fromColumn,
  ];
  const button = (consent: ConsentEntry) => {
    const isBusy = isPending && variables.id === consent.id;
    const what = label(`kind.${consent.kind}`);
    return (
      <button
        type="button"
        className={rowAction}
        aria-label={t('consent-history.downloadOf', { what, moment: momentOf(consent) })}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || mutate(consent)}
      >
        <RowActionText isDownload>{label('download')}</RowActionText>
      </button>
    );
  };
  return (
    <HistoryList
      texts="consent-history"
      history={useQuery(consentHistoryQuery(useSelectedAccount(), paging.page))}
      {...paging}
      columns={columns}
      action={{ label: label('download'), cell: button }}
      detail={({ id }) =>
        isError && variables.id === id ? <QuestionError>{label('downloadFailed')}</QuestionError> : undefined
      }
    />
  );
}
