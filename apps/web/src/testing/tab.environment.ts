import { builtinEnvironments, type Environment } from 'vitest/runtime';

let isOpen = false;

/** The browser tab that all files of a worker share: making another one for each takes as long as its tests. */
const tab: Environment = {
  name: 'tab',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!isOpen) await builtinEnvironments.jsdom.setup(global, options);
    isOpen = true;
    return { teardown: () => undefined };
  },
};

export default tab;
