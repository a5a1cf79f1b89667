import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, '../locales');
/** Texts that mails have, too. */
const sharedFolder = join(import.meta.dirname, '../../../packages/contract/locales');

/** Languages that have a folder of texts. */
export function localeLanguages(): string[] {
  return readdirSync(folder).sort();
}

/** All texts of one language as one tree: the name of a feature's file is the first key. */
export function joinLocale(language: string): Record<string, unknown> {
  const files = [folder, sharedFolder].flatMap((each) =>
    readdirSync(join(each, language)).map((name) => join(each, language, name)),
  );
  const texts = files.map(
    (file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))] as const,
  );
  return Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Serves (dev) and writes (build) `locales/{lng}/translations.json`, joined from one file a feature (SHELL-1). */
export function joinedLocales(base: string): Plugin {
  return {
    name: 'joined-locales',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = request.url?.match(/\/locales\/([a-z]{2})\/translations\.json$/)?.[1];
        if (!request.url?.startsWith(base) || !language || !existsSync(join(folder, language))) return next();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(joinLocale(language)));
      });
    },
    generateBundle() {
      for (const language of localeLanguages()) {
        this.emitFile({
          type: 'asset',
          fileName: `locales/${language}/translations.json`,
          source: JSON.stringify(joinLocale(language)),
        });
      }
    },
  };
}
