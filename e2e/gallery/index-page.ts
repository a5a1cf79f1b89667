import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Look, looks } from './looks.ts';

export const galleryFolder = resolve(import.meta.dirname, '..', '..', 'test-results', 'gallery');

/** Returns the file of a picture below the gallery's folder; the name is `SCENE/LANGUAGE`. */
export function pictureFile(name: string, look: Look): string {
  return `${name}-${look.name}.png`;
}

/** Writes `index.html` over all pictures in the gallery's folder; returns their number and the file. */
export function writeIndex(): { readonly pictures: number; readonly file: string } {
  const files = readdirSync(galleryFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .toSorted((first, second) => orderOf(first) - orderOf(second) || first.localeCompare(second));
  const file = join(galleryFolder, 'index.html');
  writeFileSync(file, indexPage(Map.groupBy(files, sceneOf)));
  return { pictures: files.length, file };
}

/** Returns the position of a picture: the looks of a scene are in the order of `looks`. */
function orderOf(file: string): number {
  return looks.findIndex((look) => file.endsWith(pictureFile('', look)));
}

function sceneOf(file: string): string {
  return file.split('/', 1)[0] ?? '';
}

function languageOf(file: string): string {
  return file.split('/')[1]?.split('-', 1)[0] ?? '';
}

function indexPage(scenes: ReadonlyMap<string, readonly string[]>): string {
  const names = [...scenes.keys()].toSorted();
  const links = names.map((name) => `<a href="#${name}">${name}</a>`);
  const sections = names.map((name) => {
    const rows = [...Map.groupBy(scenes.get(name) ?? [], languageOf).values()].map(rowOf);
    return `<section id="${name}"><h2>${name}</h2>${rows.join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>MyAccount: every screen and state</title>
<style>
  body { margin: 1rem; font: 14px/1.4 system-ui, sans-serif; background: #ddd; color: #111; }
  nav { columns: 14rem; }
  nav a { display: block; }
  .row { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; padding-bottom: 1rem; }
  .row a { flex: none; font-size: 11px; }
  img { display: block; width: 220px; }
</style>
<h1>MyAccount: every screen and state</h1>
<nav>${links.join('')}</nav>
${sections.join('\n')}
</html>
`;
}

function rowOf(files: readonly string[]): string {
  const cells = files.map(
    (file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}">${file}</a>`,
  );
  return `<div class="row">${cells.join('')}</div>`;
}
