import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from './source-files.ts';

const code = listFiles().filter((path) =>
  /^(apps|packages|scripts|e2e|bench|drill|environment|architecture)\/.*\.tsx?$/.test(path),
);

/** Roles of the files of a server feature; see docs/decisions/01-names-and-files.md. */
const roles = ['feature', 'routes', 'service', 'rules', 'repository', 'job', 'email'];
/** Folders of one feature besides `pdf`, from the same decision. */
const foldersOf: Readonly<Record<string, readonly string[]>> = { import: ['parse', 'plan', 'write'] };
/** What else a file in a feature's folder `pdf` can be, from the same decision. */
const namesInPdf = ['document', 'pdf'];

/** Why a file of a server feature is named wrongly; undefined when it is not, or when it is in no feature. */
function objectionTo(path: string): string | undefined {
  const [, feature = '', rest = ''] = /^apps\/server\/src\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (!feature) return undefined;
  const folder = rest.includes('/') ? rest.slice(0, rest.lastIndexOf('/')) : '';
  if (!['', 'pdf', ...(foldersOf[feature] ?? [])].includes(folder))
    return `${path}: a feature has no folder but pdf`;
  const isTest = new RegExp(`^${feature}\\.[a-z-]+\\.test\\.ts$`);
  const isRole = new RegExp(`^[a-z-]+(\\.[a-z-]+)?\\.(${roles.join('|')})(\\.[a-z-]+)?(\\.test)?\\.ts$`);
  const isPdf = new RegExp(`^[a-z-]+-(${namesInPdf.join('|')})(\\.test)?\\.ts$`);
  const name = basename(path);
  if (isRole.test(name) || isTest.test(name)) return undefined;
  if (folder === 'pdf' && isPdf.test(name)) return undefined;
  return `${path}: "${name}" has none of the roles ${roles.join(', ')}; another one needs a decision record`;
}

describe('names of files', () => {
  test('no file or folder is called utils, helpers, or the like', () => {
    const forbidden = /(^|\/)(utils?|helpers?|common|misc)(\/|\.)|\/(types|constants|index)\.tsx?$/;
    expect(code.filter((path) => forbidden.test(path))).toEqual([]);
  });

  test('every file of a server feature, in its folders too, has one of the agreed roles', () => {
    expect(code.flatMap((path) => objectionTo(path) ?? [])).toEqual([]);
  });

  test('browser tests end with .e2e.ts and live in e2e/tests', () => {
    const wrong = code.filter((path) => basename(path).endsWith('.e2e.ts') !== path.startsWith('e2e/tests/'));
    expect(wrong).toEqual([]);
  });
});
