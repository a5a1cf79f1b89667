import type { Plugin } from 'vite';

/** Fails the build when a schema of the contract reaches the browser, and its library with it (decision 03). */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const modules = Object.entries(file.modules);
        if (!modules.some(([path, { code }]) => path.includes('/node_modules/zod/') && code)) continue;
        const ours = modules.map(([path]) => path).filter((path) => !path.includes('/node_modules/'));
        this.error(`Schemas are part of ${file.fileName}, by one of: ${ours.join(', ')}`);
      }
    },
  };
}
