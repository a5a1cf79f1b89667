import type { FeatureCall } from './feature-call.ts';
import type { Files } from './server-files.ts';

/** Returns the query of a call that reads; the others change something and have none. */
export function queryModules(call: FeatureCall): Files {
  if (call.method !== 'GET') return {};
  return { [`apps/web/src/features/${call.word}/${call.word}.queries.ts`]: queriesModule(call) };
}

/** Returns the page of a feature. */
export function pageModules(call: FeatureCall): Files {
  return {
    [`apps/web/src/app/pages/${call.pascal}Page.tsx`]: pageModule(call),
  };
}

/** Texts of the page, in English until somebody translates them. */
export function pageTexts({ title }: FeatureCall): Readonly<Record<string, string>> {
  return { pageTitle: title, pageProblem: 'This page could not be loaded.' };
}

function queriesModule({ word, name, pascal, title, requirement }: FeatureCall): string {
  return `import type { ${name} } from '@myaccount/contract/${word}';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';

/** ${title} of an account (${requirement}). */
export function ${name}Query(accountNumber: string) {
  return queryOptions({
    queryKey: ['${word}', '${name}', accountNumber],
    queryFn: ({ signal }) =>
      call<typeof ${name}>('GET /${word}', { query: { AccountNumber: accountNumber }, signal }),
  });
}

/** ${title} of the selected account. */
export function useShow${pascal}() {
  return useQuery(${name}Query(useSelectedAccount().accountNumber));
}
`;
}

function pageModule({ word, pascal, title }: FeatureCall): string {
  return `import { useTranslation } from 'react-i18next';
import { useShow${pascal} } from '../../features/${word}/${word}.queries.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Section } from '../../ui/Section.tsx';

/** ${title} of the selected account. */
export function ${pascal}Page() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('${word}.pageTitle')}</PageTitle>
      <Section title={t('${word}.pageTitle')} isTitleHidden>
        <Loaded query={useShow${pascal}()} failed={t('${word}.pageProblem')}>
          {({ account_num }) => <p>{account_num}</p>}
        </Loaded>
      </Section>
    </>
  );
}
`;
}
