import type { ConsentEntry } from '@myaccount/contract/consents';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { HistorySection } from '../../ui/HistorySection.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { QuestionError } from '../../ui/Question.tsx';
import { formatMoment } from '../../ui/time.ts';
import { useConsentDownload, useConsentHistory } from './consent-history.queries.ts';

/** What was agreed to in the account: what, when, by whom, from where, and the words to download (CONSENT-1). */
export function ConsentHistory({ page, onPage }: { page: number; onPage: TurnPage }) {
  const { t } = useTranslation();
  return (
    <HistorySection
      title={t('consent-history.title')}
      failed={t('consent-history.failed')}
      empty={t('consent-history.empty')}
      emptyHint={t('consent-history.emptyHint')}
      history={useConsentHistory(page)}
      page={page}
      onPage={onPage}
    >
      {(consents) => <ConsentList consents={consents} />}
    </HistorySection>
  );
}

function ConsentList({ consents }: { consents: readonly ConsentEntry[] }) {
  const { t, i18n } = useTranslation();
  const { mutate, variables, isPending, isError } = useConsentDownload();
  const label = (name: string) => t(`consent-history.${name}`);
  const momentOf = ({ agreedAt }: ConsentEntry) => formatMoment(agreedAt, i18n.language);
  const languageNames = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const columns: DataColumn<ConsentEntry>[] = [
    {
      key: 'what',
      label: label('what'),
      isRowHeader: true,
      narrow: 'first',
      cell: ({ kind }) => label(`kind.${kind}`),
    },
    {
      key: 'text',
      label: label('text'),
      narrow: 'second',
      cell: ({ textVersion, language }) =>
        t('consent-history.version', { version: textVersion, language: languageNames.of(language) }),
    },
    {
      key: 'when',
      label: label('when'),
      narrow: 'lead',
      cell: (consent) => <time dateTime={consent.agreedAt}>{momentOf(consent)}</time>,
    },
    {
      key: 'by',
      label: label('by'),
      narrow: 'second',
      cell: ({ by }) => by.name ?? label(`giver.${by.kind}`),
    },
    {
      key: 'from',
      label: label('from'),
      narrow: ({ network }) => (network === null ? undefined : 'second'),
      cell: ({ network }) => network ?? '—',
    },
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
    <DataList
      caption={label('title')}
      columns={columns}
      rows={consents}
      rowKey={({ id }) => id}
      action={{ label: label('download'), cell: button }}
      detail={({ id }) =>
        isError && variables.id === id ? <QuestionError>{label('downloadFailed')}</QuestionError> : undefined
      }
    />
  );
}
