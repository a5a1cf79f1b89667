import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect } from '@playwright/test';
import { momentScenes } from '../scenes/moments.scenes.ts';
import { quotedTexts, textsOfScene } from '../scenes/quoted-texts.ts';
import { openScene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { test } from '../support/portal-test.ts';
import { collectTexts, expectShown } from '../support/shown-texts.ts';

const requirements = readFileSync(resolve(import.meta.dirname, '../../docs/requirements.md'), 'utf8');
/** As in the tests of the other scenes, which expect their texts. */
const language: Language = 'es';

test('[LOOK-3] each text that a requirement quotes is listed with the scene that shows it', () => {
  const promises = [...requirements.matchAll(/^- ([A-Z]+-\d+) (.*)$/gm)];
  const quoted = promises.flatMap(([, id = '', promise = '']) =>
    [...promise.matchAll(/“([^”]+)”/g)].map(([, text = '']) => [id, text] as const),
  );
  const rowsOf = (id: string) => quotedTexts.filter(([of]) => of === id).map(([, text]) => text);
  expect(quoted.filter(([id, text]) => !rowsOf(id).some((row) => row.includes(text)))).toEqual([]);
  const isQuoted = ([of, row]: (typeof quotedTexts)[number]) =>
    quoted.some(([id, text]) => id === of && row.includes(text));
  expect(quotedTexts.filter((row) => !isQuoted(row))).toEqual([]);
  const names = [...scenes, ...momentScenes].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const shownAt = quotedTexts.flatMap(([, , shown]) => ('scene' in shown ? [shown.scene] : []));
  expect(shownAt.filter((name) => !names.includes(name))).toEqual([]);
});

test.describe('in passing', () => {
  test.use({ locale: languageEntries[language].locale });

  for (const scene of momentScenes) {
    test(`[LOOK-3] ${scene.name}`, async ({ page }) => {
      await collectTexts(page);
      await openScene(page, scene, language);
      const texts = textsOfScene(scene.name);
      expect(texts).not.toEqual([]);
      for (const text of texts) await expectShown(page, text, language);
    });
  }
});
