import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { refuseWord, spellFeature } from './feature-word.ts';
import { serverFiles } from './server-files.ts';
import { webFiles } from './web-files.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** What came of a request for a new feature: the files that were made, or why there are none. */
export type NewFeature = { made: string[]; next: string } | { refused: string };

/** Makes the files of a new feature in a checkout; all of them or none. */
export function writeFeature(checkout: string, word: string): NewFeature {
  const refused = refuseWord(word);
  if (refused) return { refused };
  const feature = spellFeature(word);
  const files = { ...serverFiles(feature), ...webFiles(feature) };
  const existing = Object.keys(files).filter((path) => existsSync(join(checkout, path)));
  if (existing.length > 0) return { refused: `"${word}" exists already:\n  ${existing.join('\n  ')}` };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), content);
  }
  formatFiles(Object.keys(files).map((path) => join(checkout, path)));
  return { made: Object.keys(files), next: whatNext(feature.word, feature.pascal) };
}

/** How long a line gets depends on the word, so the formatter has the last say. */
function formatFiles(paths: string[]): void {
  const biome = join(ROOT, 'node_modules', '.bin', 'biome');
  const options = ['format', '--write', `--config-path=${ROOT}`, '--vcs-enabled=false'];
  execFileSync(biome, [...options, ...paths], { stdio: 'pipe' });
}

function whatNext(word: string, pascal: string): string {
  return `What is left to do by hand, one line each:
  packages/contract/src/contract.ts    add show${pascal} to the calls of the API
  apps/server/src/app.ts               register${pascal}Routes(endpoints, portal)
  apps/web/src/api/endpoints.ts        show${pascal}: reference<typeof show${pascal}>('GET', '/${word}')
  apps/web/src/app/paths.ts            the page's path, and its route in router.tsx, its entry in shell/menu.ts
  ${`apps/web/locales/es/${word}.json`.padEnd(36)} the Spanish texts
  docs/glossary.md                     the word; docs/requirements.md: the requirement that it fulfils
Then the feature itself: rules (${word}.rules.ts, pure, with a table of cases), SQL (${word}.repository.ts), a job or a
mail where it has one (${word}.job.ts, ${word}.email.ts), and for each call the four tests: signed out, somebody
else's, does it, refuses because. "npm run check" says what is still missing.`;
}
