import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const sourceFolder = join(import.meta.dirname, '..');
const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).map((name) =>
  join(sourceFolder, name),
);
const textOf = (file: string) => readFileSync(file, 'utf8');
const sheets = files.filter((name) => name.endsWith('.module.css'));
const components = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name));

/** Classes that a style sheet has. */
function classesOf(sheet: string): Set<string> {
  const rules = textOf(sheet).replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, '');
  return new Set([...rules.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => name ?? ''));
}

/** Classes that style sheets compose and components name, with their style sheets. */
function used(): [sheet: string, name: string][] {
  const composed = sheets.flatMap((sheet) =>
    [...textOf(sheet).matchAll(/composes:\s*([^;]*?)(?:\s+from\s+"([^"]+)")?;/g)].flatMap(
      ([, names = '', from]) => {
        const target = from ? join(dirname(sheet), from) : sheet;
        return names.split(/\s+/).map((name): [string, string] => [target, name]);
      },
    ),
  );
  const named = components.flatMap((file) =>
    [...textOf(file).matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
      ([, variable = '', from = '']) =>
        [...textOf(file).matchAll(new RegExp(`(?<![/.])\\b${variable}\\.(\\w+)`, 'g'))].map(
          ([, name = '']): [string, string] => [join(dirname(file), from), name],
        ),
    ),
  );
  return [...composed, ...named];
}

test('[LOOK-1] every class that is composed or named exists', () => {
  const missing = used().filter(([sheet, name]) => !classesOf(sheet).has(name));
  expect(missing.map(([sheet, name]) => `${basename(sheet)} .${name}`)).toEqual([]);
});
