import { resolve } from 'node:path';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const source = 'src/app/early.ts';
const assetName = 'early.js';
const fontName = /inter-latin-wght-normal.*\.woff2$/;
/** What Vite puts into the page to load the main script and the whole style sheet; the early script loads them instead. */
const mainTags =
  /\n\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*|link rel="stylesheet"[^>]*)>/g;
const address = /(?:href|src)="([^"]*)"/;
/** What a first visit of each kind loads besides the main script. */
const firstPages = {
  signIn: ['src/app/pages/LoginStart.tsx'],
  portal: ['src/app/Portal.tsx', 'src/app/Shell.tsx'],
  visit: ['src/app/Portal.tsx', 'src/app/pages/VisitPage.tsx'],
};
/** What the pages that are opened most load besides, by their path. */
const openedMost = {
  home: ['src/app/pages/DashboardPage.tsx'],
  payments: ['src/app/pages/PaymentsPage.tsx'],
  billing: ['src/app/pages/BillingPage.tsx'],
  settings: ['src/app/pages/SettingsPage.tsx'],
};
/** Loaded by the main script before either kind of page. */
const reactDom = 'node_modules/react-dom/client.js';

/** Returns the early script as one classic script: only such a script runs before the browser paints. */
async function buildScript(root: string, base: string): Promise<string> {
  const result = await build({
    root,
    base,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve(root, source), formats: ['iife'], name: 'early' },
    },
  });
  const [built] = [result].flat() as Rolldown.RolldownOutput[];
  const chunk = built?.output.find((file) => file.type === 'chunk');
  if (!chunk) throw new Error('The early script is empty');
  return chunk.code;
}

/** Returns the file that `import('…/module')` loads. */
export function fileOfModule(bundle: Bundle, module: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found =
    chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module)) ??
    chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
  if (!found) throw new Error(`The build lacks ${module}`);
  return found.fileName;
}

/** Returns these files and all that they import, without those that are loaded anyway. */
export function filesOf(bundle: Bundle, fileNames: readonly string[], loaded: ReadonlySet<string>): string[] {
  const files = new Set<string>();
  const add = (fileName: string) => {
    const file = bundle[fileName];
    if (loaded.has(fileName) || files.has(fileName) || file?.type !== 'chunk') return;
    files.add(fileName);
    for (const imported of file.imports) add(imported);
  };
  for (const fileName of fileNames) add(fileName);
  return [...files];
}

/** Returns these files, and the style sheets that they bring (Vite notes them at each). */
function withStyleSheets(bundle: Bundle, files: readonly string[]): string[] {
  const styleSheets = files.flatMap((file) => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set([...styleSheets, ...files])];
}

/** Returns the address in each of the tags. */
function addressesOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => address.exec(tag)?.[1] ?? []);
}

function scriptTag(bundle: Bundle, base: string, html: string): HtmlTagDescriptor {
  const script = Object.values(bundle).find(
    (file) => file.type === 'asset' && file.names.includes(assetName),
  );
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
  if (!script || entry?.type !== 'chunk') throw new Error('The build lacks the early or the main script');
  const mainFiles = filesOf(bundle, [entry.fileName, fileOfModule(bundle, reactDom)], new Set());
  const list = (files: readonly string[]) => files.map((file) => base + file).join(' ');
  const more = (modules: readonly string[], loaded: readonly string[] = []) =>
    filesOf(
      bundle,
      modules.map((module) => fileOfModule(bundle, module)),
      new Set([...mainFiles, ...loaded]),
    );
  const portal = more(firstPages.portal);
  const pages = Object.entries(openedMost).map(
    ([name, modules]) => [`data-page${name}`, list(withStyleSheets(bundle, more(modules, portal)))] as const,
  );
  const styles = html.match(mainTags)?.filter((tag) => tag.includes('stylesheet')) ?? [];
  return {
    tag: 'script',
    attrs: {
      src: base + script.fileName,
      'data-styles': addressesOf(styles).join(' '),
      'data-main': list(mainFiles),
      'data-sign-in': list(withStyleSheets(bundle, more(firstPages.signIn))),
      'data-portal': list(withStyleSheets(bundle, portal)),
      'data-visit': list(withStyleSheets(bundle, more(firstPages.visit))),
      ...Object.fromEntries(pages),
    },
    injectTo: 'head',
  };
}

function fontPreload(bundle: Bundle, base: string): HtmlTagDescriptor {
  const font = Object.values(bundle).find((file) => fontName.test(file.fileName));
  if (!font) throw new Error('The build lacks the font');
  const attrs = {
    rel: 'preload',
    href: base + font.fileName,
    as: 'font',
    type: 'font/woff2',
    crossorigin: true,
  };
  return { tag: 'link', attrs, injectTo: 'head' };
}

/**
 * Puts a small script ahead of everything (`app/early.ts`). It decides before the first paint what the page shows, and
 * loads side by side the main script, the whole style sheet, and what the page would else find out one after the other.
 * The font is preloaded.
 */
export function earlyScript(base: string): Plugin {
  let root = '';
  return {
    name: 'early-script',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      if (this.meta.watchMode) return;
      this.emitFile({ type: 'asset', name: assetName, source: await buildScript(root, base) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle)
          return [{ tag: 'script', attrs: { type: 'module', src: `/${source}` }, injectTo: 'head-prepend' }];
        return {
          html: html.replaceAll(mainTags, ''),
          tags: [scriptTag(bundle, base, html), fontPreload(bundle, base)],
        };
      },
    },
  };
}
