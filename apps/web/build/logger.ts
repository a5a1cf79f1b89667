import { createLogger } from 'vite';

const vite = createLogger('warn');

/** Vite's warnings, but one that is about every rule that a CSS module composes: such a rule comes from no file. */
export const logger = {
  ...vite,
  warnOnce(...[message, options]: Parameters<typeof vite.warnOnce>) {
    if (!message.includes('did not pass the `from` option')) vite.warnOnce(message, options);
  },
};
