import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { developmentConfig } from '../src/api/development-config.ts';
import { criticalCss } from './critical-css.ts';
import { fileOfModule } from './early-script.ts';
import { joinLocale } from './joined-locales.ts';
import { logger } from './logger.ts';
import { renderInThread } from './render-in-thread.ts';

const outFile = 'server/prerender.js';
const pageConfig = 'src/api/config.ts';
const threadConfig = 'prerender/thread-config.ts';
const signInModule = 'src/app/pages/LoginStart.tsx';

/** Has the build for the server read the configuration of its thread instead of the page's. */
function configOfThread(root: string): Plugin {
  return {
    name: 'config-of-thread',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer && source.startsWith('.') && resolve(dirname(importer), source) === resolve(root, pageConfig)
        ? resolve(root, threadConfig)
        : undefined,
  };
}

async function buildThread(root: string, base: string, options: { outDir: string; plugins: Plugin[] }) {
  await build({
    root,
    base,
    configFile: false,
    customLogger: logger,
    plugins: [configOfThread(root), ...options.plugins],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'prerender/prerender.tsx',
      outDir: options.outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: { output: { entryFileNames: outFile, codeSplitting: false } },
    },
  });
}

/** Returns the style sheets that the sign-in page needs, in their order. */
function styleSheetsOf(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (fileName: string, seen = new Set<string>()) => {
    const file = bundle[fileName];
    if (file?.type !== 'chunk' || seen.has(fileName)) return;
    seen.add(fileName);
    for (const imported of file.imports) add(imported, seen);
    for (const css of file.viteMetadata?.importedCss ?? []) files.add(css);
  };
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) add(file.fileName);
  add(fileOfModule(bundle, signInModule));
  return [...files];
}

/**
 * Builds what renders the sign-in page on the server (`prerender/prerender.tsx`), and puts the styles of that page into
 * `index.html`. The early script loads the whole style sheets, so that they do not hold up the first paint.
 */
export function prerender(base: string, plugins: () => Plugin[]): Plugin {
  let root = '';
  let outDir = '';
  let sheets: string[] = [];
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      sheets = styleSheetsOf(bundle);
    },
    async writeBundle() {
      await buildThread(root, base, { outDir, plugins: plugins() });
      const texts = { en: joinLocale('en'), es: joinLocale('es') };
      const { pages } = await renderInThread(join(outDir, outFile), {
        webConfig: { ...developmentConfig, flags: { ...developmentConfig.flags, downtimeBanner: true } },
        texts,
      });
      const index = join(outDir, 'index.html');
      const html = await readFile(index, 'utf8');
      const css = await Promise.all(sheets.map((sheet) => readFile(join(outDir, sheet), 'utf8')));
      const rendered = Object.values(pages).map((page) => page.html);
      const critical = criticalCss(css.join('\n'), [html, ...rendered].join('\n'));
      await writeFile(
        index,
        html.replace('</head>', () => `  <style>${critical}</style>\n  </head>`),
      );
    },
  };
}
