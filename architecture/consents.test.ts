import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consentKinds, consentVersions } from '@myaccount/contract/consent';
import { languages } from '@myaccount/contract/languages';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

const read = (language: string) =>
  readFileSync(join(root, `packages/contract/locales/${language}/consents.json`), 'utf8');

test.each(languages)('[CONSENT-1] every version that may be agreed to has its words, in %s', (language) => {
  // `2_dated` is the text of version 2 for a payment dated ahead.
  const worded = Object.fromEntries(
    Object.entries(JSON.parse(read(language)) as Record<string, Record<string, string>>).map(
      ([kind, versions]) => [kind, Object.keys(versions).filter((version) => !version.includes('_'))],
    ),
  );
  const listed = consentKinds
    .map((kind) => [kind, consentVersions[kind]] as const)
    .filter(([, versions]) => versions.length > 0);
  expect(worded).toEqual(Object.fromEntries(listed));
});

test.each(languages)('[CONSENT-1] words that customers agreed to never change, in %s', async (language) => {
  // Other words are a new version in the contract. The snapshot may only grow.
  await expect(read(language)).toMatchFileSnapshot(`consents.${language}.snapshot.json`);
});
