import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Language, languages } from '@myaccount/contract/languages';
import type { WebConfig } from '@myaccount/contract/web-config';

/** The sign-in page as the build's thread renders it (`apps/web/prerender`). */
export interface PrerenderedPage {
  readonly pages: Readonly<Record<Language, { readonly title: string; readonly html: string }>>;
  /** Paths of the router, by whether they show sign-in to a visitor who is not signed in. */
  readonly paths: { readonly signIn: readonly string[]; readonly others: readonly string[] };
}

/**
 * Renders the sign-in page with the operator's brand, in every language, once per start. In a thread that ends
 * afterwards, because serving needs no React. Throws what the thread throws.
 */
export async function prerenderSignIn(built: string, webConfig: WebConfig): Promise<PrerenderedPage> {
  const textsOf = (language: Language) =>
    JSON.parse(readFileSync(join(built, 'locales', language, 'translations.json'), 'utf8')) as object;
  const texts = Object.fromEntries(languages.map((language) => [language, textsOf(language)]));
  const thread = new Worker(join(built, 'server', 'prerender.js'), { workerData: { webConfig, texts } });
  const [prerendered] = await once(thread, 'message');
  await thread.terminate();
  return prerendered as PrerenderedPage;
}
