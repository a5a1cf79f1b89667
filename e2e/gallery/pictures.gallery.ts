import { languageEntries, languages } from '@myaccount/contract/languages';
import { test } from '@playwright/test';
import { openScene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { keepFont } from '../support/portal-test.ts';
import { looksOf } from './looks.ts';
import { takePictures } from './take-pictures.ts';

/** Scenes of one persona follow each other, since some of them pay; personas run side by side. */
const groups = Map.groupBy(scenes, ({ email }) => email ?? 'nobody signed in');

for (const language of languages) {
  for (const [about, group] of groups) {
    test.describe(`${about} (${language})`, () => {
      test.describe.configure({ mode: 'default' });
      test.use({ locale: languageEntries[language].locale });
      for (const scene of group) {
        test(scene.name, async ({ page }) => {
          await keepFont(page.context());
          await openScene(page, scene, language);
          await expectAccessible(page);
          await takePictures(page, `${scene.name}/${language}`, looksOf(scene));
        });
      }
    });
  }
}
