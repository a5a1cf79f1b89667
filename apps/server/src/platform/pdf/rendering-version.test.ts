import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { entityTagOf } from '../http/entity-tag.ts';
import { loadPdfFonts } from './pdf-fonts.ts';
import { createPdfRenderer } from './pdf-renderer.ts';
import { renderingFiles, renderingVersion } from './rendering-version.ts';

const files = renderingFiles().map((url) => fileURLToPath(url));
const version = renderingVersion();
/** Stands for the bytes of a file, which are large. */
const unchanged = (file: URL) => Buffer.from(fileURLToPath(file));

test.each(files.map((file) => [file.split('/').slice(-2).join('/'), file]))(
  '[API-7] a change of %s changes the entity tag of every bill',
  (_name, changed) => {
    const read = (file: URL) => (fileURLToPath(file) === changed ? Buffer.from(' ') : unchanged(file));
    expect(renderingVersion(read)).not.toBe(renderingVersion(unchanged));
  },
);

test('[API-7] all fonts and the compiler are part of it', () => {
  expect(files.filter((file) => /\.(ttf|otf)$/.test(file))).toHaveLength(loadPdfFonts().files.length);
  expect(files.filter((file) => file.endsWith('typst-ts-node-compiler/package.json'))).toHaveLength(1);
});

test('[API-7] the entity tag contains it', async () => {
  const renderer = createPdfRenderer({ workers: 1, queueLimit: 1, timeoutMs: 1_000 });
  const task = { template: 'x.typ', data: { text: 'x' }, images: [] };
  expect(renderer.entityTagOf(task)).toBe(entityTagOf([version, task.template, JSON.stringify(task.data)]));
  await renderer.close();
});

test('[API-7] the version holds as long as nothing changes', () => {
  expect(renderingVersion()).toBe(version);
});

/** Returns a file of ours with everything of ours that it imports. */
function withImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/^(?:import (?!type)|\} )[^'"]*from '(\.[^']+)'/gm);
  for (const [, target = ''] of imports) withImports(resolve(dirname(path), target), seen);
  return seen;
}

test('[API-7] everything that a worker runs, and every template, is part of it', () => {
  const sources = fileURLToPath(new URL('../../', import.meta.url));
  const worker = [...withImports(`${sources}platform/pdf/pdf-worker.ts`)];
  const templates = ['platform/pdf/letter', 'features/invoices/pdf/invoice', 'features/receipts/pdf/receipt'];
  expect(worker.length).toBeGreaterThan(3);
  expect(files).toEqual(
    expect.arrayContaining([...worker, ...templates.map((name) => `${sources}${name}.typ`)]),
  );
});
