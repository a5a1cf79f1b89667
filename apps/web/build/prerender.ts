import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { pageStyles } from './early-script.ts';
import { logger } from './logger.ts';

const outFile = 'server/prerender.js';
/** Its build reads the configuration of its thread instead of the page's. */
const pageConfig = /^\.{1,2}\/(?:.*\/)?config\.ts$/;
const threadConfig = 'prerender/thread-config.ts';

async function buildThread(root: string, base: string, options: { outDir: string; plugins: Plugin[] }) {
  await build({
    root,
    base,
    configFile: false,
    customLogger: logger,
    plugins: options.plugins,
    resolve: { alias: [{ find: pageConfig, replacement: resolve(root, threadConfig) }] },
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

/** Builds what renders sign-in on the server, and puts its styles into the page, whose first paint waits for no file (decision 05). */
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
      sheets = pageStyles(bundle);
    },
    async writeBundle() {
      await buildThread(root, base, { outDir, plugins: plugins() });
      const index = join(outDir, 'index.html');
      const html = await readFile(index, 'utf8');
      const css = await Promise.all(sheets.map((sheet) => readFile(join(outDir, sheet), 'utf8')));
      // Imports look for these links, and load what has none.
      const links = sheets.map((sheet) => `<link rel="stylesheet" href="${base}${sheet}" disabled>`);
      const head = `  <style>${css.join('\n')}</style>\n    ${links.join('\n    ')}\n  </head>`;
      await writeFile(
        index,
        html.replace('</head>', () => head),
      );
    },
  };
}
