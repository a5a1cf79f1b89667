import type { Plugin } from 'vite';

/** Files that are made of others: the text of each, by its path below the base. */
export type MadeFiles = Readonly<Record<string, () => string>>;

/** Serves (dev) and writes (build) files that are made of others. */
export function madeFiles(base: string, files: MadeFiles): Plugin {
  return {
    name: 'made-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?', 1)[0] ?? '';
        const make = path.startsWith(base) ? files[path.slice(base.length)] : undefined;
        if (!make) return next();
        response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'application/json');
        response.end(make());
      });
    },
    generateBundle() {
      for (const [fileName, make] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: make() });
      }
    },
  };
}
