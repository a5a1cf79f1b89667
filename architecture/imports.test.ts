import { describe, expect, test } from 'vitest';
import { importsOf, listSources } from './source-files.ts';

/** Imports of sources below `from` that `isWrong` objects to, as “file → import”. */
function wrongImports(from: string, isWrong: (target: string, path: string) => boolean): string[] {
  return listSources(from).flatMap((path) =>
    importsOf(path)
      .filter((target) => isWrong(target, path))
      .map((target) => `${path} → ${target}`),
  );
}

const server = 'apps/server/src';
const web = 'apps/web/src';
const featureOf = (path: string) => /\/features\/([^/]+)\//.exec(path)?.[1];

describe('imports go one way', () => {
  test('the contract stands alone', () => {
    const isWrong = (target: string) => target.startsWith('apps/') || target.startsWith('@myaccount/');
    expect(wrongImports('packages/contract/src/', isWrong)).toEqual([]);
  });

  test('nothing of the portal knows the sandbox, and the sandbox knows nothing of the portal', () => {
    const isSandbox = (target: string) =>
      target.startsWith('apps/sandbox') || target === '@myaccount/sandbox';
    expect(wrongImports(`${server}/`, isSandbox)).toEqual([]);
    expect(wrongImports(`${web}/`, isSandbox)).toEqual([]);
    const isPortal = (target: string) =>
      /^apps\/(server|web)/.test(target) || target === '@myaccount/contract';
    expect(wrongImports('apps/sandbox/src/', isPortal)).toEqual([]);
  });

  test('server: platform and gateways know no feature', () => {
    const isWrong = (target: string) => target.includes('/features/') || target.startsWith(`${server}/app`);
    expect(wrongImports(`${server}/platform/`, isWrong)).toEqual([]);
    expect(wrongImports(`${server}/gateways/`, isWrong)).toEqual([]);
  });

  test('server: a feature uses another only through its service or its rules', () => {
    const isWrong = (target: string, path: string) => {
      const other = featureOf(target);
      return other !== undefined && other !== featureOf(path) && !/\.(service|rules)\.ts$/.test(target);
    };
    expect(wrongImports(`${server}/features/`, isWrong)).toEqual([]);
  });

  test('server: what tests build with is never part of the product', () => {
    const isWrong = (target: string, path: string) =>
      target.startsWith(`${server}/testing`) && !path.includes('/testing/');
    expect(wrongImports(`${server}/`, isWrong)).toEqual([]);
  });

  test('server: SQL stands in repositories, the platform and the operator’s commands', () => {
    const isWrong = (target: string, path: string) =>
      (target === 'kysely' || target === 'pg') && !/\.repository\.ts$|\/import\/|\/generate\//.test(path);
    expect(wrongImports(`${server}/features/`, isWrong)).toEqual([]);
  });

  test('web: ui and api know no feature, a feature knows no page', () => {
    const knowsFeature = (target: string) =>
      target.startsWith(`${web}/features`) || target.startsWith(`${web}/app`);
    expect(wrongImports(`${web}/ui/`, knowsFeature)).toEqual([]);
    expect(wrongImports(`${web}/api/`, knowsFeature)).toEqual([]);
    const knowsPage = (target: string) => /^apps\/web\/src\/app\/(pages|shell|main|router)/.test(target);
    expect(wrongImports(`${web}/features/`, knowsPage)).toEqual([]);
  });
});
