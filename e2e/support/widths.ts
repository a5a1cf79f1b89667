import type { Language } from '@myaccount/contract/languages';

/** Tag of a test that runs on the phone too. Without a tag, it runs at the desktop alone. */
export const phone = '@phone';

/** Tag of a test that runs on the phone alone. */
export const phoneOnly = '@phone-only';

/** Tags of a test in a language: each width checks one of them, so that two languages cost as much as one. */
export function widthOf(language: Language): string[] {
  return language === 'es' ? [phoneOnly] : [];
}

/** Tag of a test of signing in that runs again on the server whose codes the identity service sends. */
export const identity = '@identity';

/** Tag of a test that takes too long for `npm test`: `npm run drill -- slow` runs it. */
export const slow = '@slow';

/** Matches the tests with this tag, and those of files of slow tests. */
export const slowTests = new RegExp(`${slow}|[.]slow[.]e2e`);

/** Whether this run is of slow tests. */
export const isSlowRun = process.env.E2E_SLOW !== undefined;
