import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callOf, type FeatureCall, type Method } from './feature-call.ts';
import { objectionToWord, spellFeature } from './feature-name.ts';
import { addImports, insertBefore, mergeModule } from './merge-module.ts';
import { type Files, registration, routesTest, serverModules } from './server-files.ts';
import { callEdits, type Edit, pageEdits } from './shared-files.ts';
import { pageModules, pageTexts, queryModules } from './web-files.ts';

/** What to generate besides the feature's word. */
export interface FeatureOptions {
  readonly method?: Method;
  readonly withPage?: boolean;
}

/** The files of a new feature that were created and changed, or why there are none. */
export type NewFeature =
  | { readonly created: readonly string[]; readonly changed: readonly string[]; readonly next: string }
  | { readonly refused: string };

/**
 * Writes a call of a feature into a checkout: new files, and what existing files lack. What is in a file stays; a
 * second run changes nothing. The caller formats what was written.
 */
export function writeFeature(checkout: string, word: string, options: FeatureOptions = {}): NewFeature {
  const refused = objectionToWord(word);
  if (refused) return { refused };
  const { method = 'GET', withPage = false } = options;
  if (withPage && method !== 'GET')
    return { refused: 'A page shows what a GET returns: leave out --method.' };
  const call = callOf(spellFeature(word), method);
  const files = filesOf(checkout, call, withPage);
  const written = Object.entries(files).filter(([path, content]) => readText(checkout, path) !== content);
  const created = written.map(([path]) => path).filter((path) => !existsSync(join(checkout, path)));
  for (const [path, content] of written) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), content);
  }
  const paths = written.map(([path]) => path);
  return {
    created,
    changed: paths.filter((path) => !created.includes(path)),
    next: whatNext(call, withPage),
  };
}

/** Every file of the call as it will be. */
function filesOf(checkout: string, call: FeatureCall, withPage: boolean): Files {
  const feature = `apps/server/src/features/${call.word}/${call.word}.feature.ts`;
  const generated = { ...serverModules(call), ...queryModules(call), ...(withPage ? pageModules(call) : {}) };
  const merged = Object.entries(generated).map(([path, content]) => {
    const existing = readText(checkout, path);
    if (existing === undefined) return [path, content] as const;
    if (path === feature) return [path, mergeRoutes(existing, content, call)] as const;
    return [path, mergeModule(existing, content)] as const;
  });
  return {
    ...Object.fromEntries(merged),
    ...testOf(checkout, call),
    ...(withPage ? localesOf(checkout, call) : {}),
    ...applyEdits(checkout, call, withPage ? [callEdits, pageEdits] : [callEdits]),
  };
}

/** Registers the call at the end of the function that the feature has already. */
function mergeRoutes(existing: string, generated: string, call: FeatureCall): string {
  if (existing.includes(`contract.${call.name},`)) return existing;
  const start = existing.indexOf(
    `function register${call.pascal}Routes(endpoints: Endpoints, portal: Portal`,
  );
  if (start < 0) return mergeModule(existing, generated);
  const merged =
    existing.slice(0, start) + insertBefore(existing.slice(start), /^\}/m, `\n${registration(call)}`);
  return addImports(merged, generated);
}

/** Returns the call's test, beside those that the feature has already. */
function testOf(checkout: string, call: FeatureCall): Files {
  const folder = `apps/server/src/features/${call.word}`;
  const path = `${folder}/${call.verb}-${call.word}.routes.test.ts`;
  return { [path]: readText(checkout, path) ?? routesTest(call) };
}

function localesOf(checkout: string, call: FeatureCall): Files {
  const languages = ['en', 'es'].map((language) => `apps/web/locales/${language}/${call.word}.json`);
  const merged = languages.map((path) => {
    const existing = JSON.parse(readText(checkout, path) ?? '{}');
    return [path, `${JSON.stringify({ ...pageTexts(call), ...existing }, null, 2)}\n`] as const;
  });
  return Object.fromEntries(merged);
}

function applyEdits(
  checkout: string,
  call: FeatureCall,
  all: readonly Readonly<Record<string, Edit>>[],
): Files {
  const files: Record<string, string> = {};
  for (const [path, edit] of all.flatMap((edits) => Object.entries(edits))) {
    const content = files[path] ?? readText(checkout, path);
    if (content === undefined) throw new Error(`${path} is missing: is ${checkout} a checkout?`);
    files[path] = edit(content, call);
  }
  return files;
}

function readText(checkout: string, path: string): string | undefined {
  const file = join(checkout, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function whatNext({ word, name, requirement }: FeatureCall, withPage: boolean): string {
  const page = withPage
    ? `
  apps/web/locales/es/${word}.json   the Spanish texts
  apps/web/src/app/Menu.tsx   an entry, if the page belongs in the menu`
    : '';
  return `Left to do by hand:${page}
  docs/requirements.md   the requirement behind ${requirement}
  docs/glossary.md       new terms
  the feature itself     steps (${word}.service.ts), rules (${word}.rules.ts, pure, with a table of cases), SQL
                         (${word}.repository.ts; a table: a migration and "npm run table-types"), and, where it has
                         one, a job or a mail (${word}.job.ts, ${word}.email.ts)
  its tests              ${name}: what it does and what it refuses; in a browser (e2e/tests/${word}.e2e.ts)
"npm run check" reports what is still missing.`;
}
