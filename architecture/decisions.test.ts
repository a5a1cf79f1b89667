import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

const folder = 'docs/decisions';
const index = 'README.md';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = readdirSync(join(root, folder));
const records = files.filter((name) => name !== index);
const numbers = records.map((name) => name.slice(0, 2));

/** Returns the files that a text names below docs/decisions, without what follows the name. */
const namedFiles = (text: string) => [...text.matchAll(/decisions\/([\w-]+)/g)].map(([, name = '']) => name);

/** Returns the numbers that a text names in words, as "decision 07", over the end of a comment's line too. */
function namedNumbers(text: string): string[] {
  const lists = text.matchAll(/\bdecisions?(?:\s|\*|\/\/|--)+(\d+(?:(?:,|,? and) \d+)*)/gi);
  return [...lists].flatMap(([, list = '']) => list.match(/\d+/g) ?? []);
}

/** Returns what is wrong in every file that names a decision, as "file: name". */
function wrongNames(isWrong: (text: string) => string[]): string[] {
  const texts = /\.(tsx?|mjs|js|css|sql|md|typ|json|ya?ml|conf|cfg|ini|env|service|txt)$/;
  return listFiles()
    .filter((path) => texts.test(path) && !path.endsWith('package-lock.json'))
    .flatMap((path) => isWrong(read(path)).map((name) => `${path}: ${name}`));
}

test('every decision that code, SQL, tests, or documents name exists', () => {
  const known = records.map((name) => name.replace('.md', ''));
  const isKnown = (name: string) => known.includes(name) || name === 'README';
  expect(wrongNames((text) => namedFiles(text).filter((name) => !isKnown(name)))).toEqual([]);
  expect(wrongNames((text) => namedNumbers(text).filter((number) => !numbers.includes(number)))).toEqual([]);
});

test('the records link to records that exist', () => {
  const wrong = files.flatMap((name) =>
    [...read(`${folder}/${name}`).matchAll(/\]\((\d[\w-]+\.md)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !records.includes(target))
      .map((target) => `${name}: ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('every record has its own number, its number as title, and one line in the index', () => {
  expect(records.filter((name) => !/^\d\d-[a-z-]+\.md$/.test(name))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(records.filter((name) => !read(`${folder}/${name}`).startsWith(`# ${name.slice(0, 2)} `))).toEqual(
    [],
  );
  const listed = [...read(`${folder}/${index}`).matchAll(/^- \[(\d\d) [^\]]+\]\(([\w-]+\.md)\)/gm)];
  expect(listed.map(([, , name]) => name)).toEqual([...records].sort());
  expect(listed.filter(([, number = '', name]) => !name?.startsWith(number))).toEqual([]);
});
