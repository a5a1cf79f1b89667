import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@myaccount/contract/endpoint';
import { root } from './source-files.ts';

const folder = join(root, 'packages/contract/src');
const files = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).sort();
const modules: object[] = await Promise.all(
  files.map((file) => import(pathToFileURL(join(folder, file)).href)),
);

/** Every call of the API: all that the contract's modules export. The server must register exactly these. */
export const contract: readonly Endpoint[] = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'operationId' in value,
  );
