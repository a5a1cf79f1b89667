import { resolve } from 'node:path';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const source = 'src/app/early.ts';
const assetName = 'early.js';
/** What the page starts with. */
const mainModule = 'src/app/main.tsx';
const fontName = /inter-latin-wght-normal.*\.woff2$/;
/** What Vite puts into the page to load the main script and its style sheet. */
const mainTags =
  /\n\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*|link rel="stylesheet"[^>]*)>/g;
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

/** Returns these files and all that they import, each before what imports it, without those that are loaded anyway. */
export function filesOf(
  bundle: Bundle,
  fileNames: readonly string[],
  loaded: readonly string[] = [],
): string[] {
  const seen = new Set(loaded);
  const add = (fileName: string): string[] => {
    const file = bundle[fileName];
    if (seen.has(fileName) || file?.type !== 'chunk') return [];
    seen.add(fileName);
    return [...file.imports.flatMap(add), fileName];
  };
  return fileNames.flatMap(add);
}

/** Returns the style sheets of these files and of all that they import, in the order in which their rules count. */
export function stylesOf(bundle: Bundle, fileNames: readonly string[]): string[] {
  const files = filesOf(bundle, fileNames).map((fileName) => bundle[fileName]);
  const styles = files.map((file) => (file?.type === 'chunk' ? file.viteMetadata?.importedCss : undefined));
  return [...new Set(styles.flatMap((sheets) => [...(sheets ?? [])]))];
}

/** Returns the style sheets that the page itself has (`prerender.ts`): those of sign-in. */
export function pageStyles(bundle: Bundle): string[] {
  return stylesOf(
    bundle,
    [mainModule, ...firstPages.signIn].map((module) => fileOfModule(bundle, module)),
  );
}

function scriptTag(bundle: Bundle, base: string): HtmlTagDescriptor {
  const script = Object.values(bundle).find(
    (file) => file.type === 'asset' && file.names.includes(assetName),
  );
  const font = Object.keys(bundle).find((fileName) => fontName.test(fileName));
  if (!script || !font) throw new Error('The build lacks the early script or the font');
  const main = fileOfModule(bundle, mainModule);
  // The main script first: the page loads it, and the others ahead of it.
  const mainFiles = [...new Set([main, ...filesOf(bundle, [main, fileOfModule(bundle, reactDom)])])];
  const ownStyles = pageStyles(bundle);
  const list = (files: readonly string[]) => files.map((file) => base + file).join(' ');
  const listWithStyles = (files: readonly string[]) =>
    list([...stylesOf(bundle, files).filter((sheet) => !ownStyles.includes(sheet)), ...files]);
  const more = (modules: readonly string[], loaded: readonly string[] = []) =>
    filesOf(
      bundle,
      modules.map((module) => fileOfModule(bundle, module)),
      [...mainFiles, ...loaded],
    );
  const portal = more(firstPages.portal);
  const pages = Object.entries(openedMost).map(
    ([name, modules]) => [`data-page${name}`, listWithStyles(more(modules, portal))] as const,
  );
  return {
    tag: 'script',
    attrs: {
      src: base + script.fileName,
      'data-font': base + font,
      'data-main': list(mainFiles),
      'data-sign-in': listWithStyles(more(firstPages.signIn)),
      'data-portal': listWithStyles(portal),
      'data-visit': listWithStyles(more(firstPages.visit)),
      ...Object.fromEntries(pages),
    },
    injectTo: 'head',
  };
}

/**
 * Puts a small script ahead of everything (`app/early.ts`). It decides before the first paint what the page shows, and
 * loads side by side the main script and what the page would else find out one after the other.
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
        return { html: html.replaceAll(mainTags, ''), tags: [scriptTag(bundle, base)] };
      },
    },
  };
}
