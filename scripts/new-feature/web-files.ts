import type { FeatureWord } from './feature-word.ts';
import type { Files } from './server-files.ts';

/** The web's part of a new feature: its query, its page, its texts and a browser test. */
export function webFiles(feature: FeatureWord): Files {
  const texts = `${JSON.stringify({ title: feature.title, problem: 'This page could not be loaded.' }, null, 2)}\n`;
  return {
    [`apps/web/src/features/${feature.word}/${feature.word}.queries.ts`]: queriesFile(feature),
    [`apps/web/src/app/pages/${feature.pascal}Page.tsx`]: pageFile(feature),
    [`apps/web/locales/en/${feature.word}.json`]: texts,
    [`apps/web/locales/es/${feature.word}.json`]: texts,
    [`e2e/tests/${feature.word}.e2e.ts`]: browserTestFile(feature),
  };
}

function queriesFile({ word, camel, pascal, title }: FeatureWord): string {
  return `import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { endpoints } from '../../api/endpoints.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';

/** ${title} of an account (${word.toUpperCase()}-1). */
export function ${camel}Query(accountNumber: string) {
  return queryOptions({
    queryKey: ['${word}', accountNumber],
    queryFn: ({ signal }) => call(endpoints.show${pascal}, { query: { AccountNumber: accountNumber }, signal }),
  });
}

/** ${title} of the chosen account. */
export function use${pascal}() {
  return useQuery(${camel}Query(useSelectedAccount().accountNumber));
}
`;
}

function pageFile({ word, pascal, title }: FeatureWord): string {
  return `import { useTranslation } from 'react-i18next';
import { use${pascal} } from '../../features/${word}/${word}.queries.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';

/** ${title} of the chosen account. */
export function ${pascal}Page() {
  const { t } = useTranslation();
  const shown = use${pascal}();
  const retry = () => void shown.refetch();
  return (
    <>
      <PageTitle>{t('${word}.title')}</PageTitle>
      <Section title={t('${word}.title')} isTitleHidden>
        {shown.isPending && <Skeletons />}
        {shown.isError && <ProblemState text={t('${word}.problem')} error={shown.error} onRetry={retry} />}
        {shown.data && <p>{shown.data.account_num}</p>}
      </Section>
    </>
  );
}
`;
}

function browserTestFile({ word, title }: FeatureWord): string {
  return `import { expect, test } from '@playwright/test';

test('[${word.toUpperCase()}-1] ${title.toLowerCase()} asks whoever is signed out to sign in', async ({ page }) => {
  await page.goto('/myaccount/${word}');
  await expect(page).toHaveURL(/\\/login/);
});
`;
}
