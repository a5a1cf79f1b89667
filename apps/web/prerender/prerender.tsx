import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '@myaccount/contract/languages';
import type { WebConfig } from '@myaccount/contract/web-config';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { publicPaths } from '../src/app/inside-path.ts';
import { Page } from '../src/app/Page.tsx';
import { LoginStart } from '../src/app/pages/LoginStart.tsx';
import { paths } from '../src/app/paths.ts';

/** What the thread receives. */
export interface PrerenderInput {
  readonly webConfig: WebConfig;
  /** The texts of each language. */
  readonly texts: Readonly<Record<Language, object>>;
}

/** The sign-in page in one language: the title of the tab, and the HTML of `#root`. */
export interface PrerenderedPage {
  readonly title: string;
  readonly html: string;
}

/** What the thread answers. */
export interface PrerenderOutput {
  readonly pages: Readonly<Record<Language, PrerenderedPage>>;
  /** Paths of the router, by whether they show sign-in to a visitor who is not signed in. */
  readonly paths: { readonly signIn: readonly string[]; readonly others: readonly string[] };
}

/** Pages that need no session and show no sign-in. */
const ownPages = publicPaths.filter((path) => path !== paths.login);

const { webConfig, texts } = workerData as PrerenderInput;

function render(): PrerenderedPage {
  const title = `${i18next.t('login.title.email')} · ${webConfig.brand.name}`;
  const html = renderToString(
    <Page>
      <LoginStart onPortal={() => undefined} />
    </Page>,
  );
  return { title, html };
}

await i18next.use(initReactI18next).init({
  resources: Object.fromEntries(Object.entries(texts).map(([language, tree]) => [language, { texts: tree }])),
  defaultNS: 'texts',
  interpolation: { escapeValue: false },
});

const pages: Partial<Record<Language, PrerenderedPage>> = {};
for (const language of Object.keys(texts) as Language[]) {
  await i18next.changeLanguage(language);
  pages[language] = render();
}
parentPort?.postMessage({
  pages,
  paths: { signIn: Object.values(paths).filter((path) => !ownPages.includes(path)), others: ownPages },
} as PrerenderOutput);
