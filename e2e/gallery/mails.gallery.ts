import { test } from '@playwright/test';
import { scenePersonas } from '../scenes/scenes.ts';
import { type InboxMessage, readInbox } from '../support/sandbox.ts';
import { type Look, looks } from './looks.ts';
import { takePictures } from './take-pictures.ts';

const widths: readonly number[] = [390, 1280];
const isMailLook = ({ width, isForcedColors }: Look) => widths.includes(width) && !isForcedColors;

/** Returns one mail of each kind and language; the kind is the subject without its figures. */
async function readKinds(): Promise<Map<string, InboxMessage>> {
  const kinds = new Map<string, InboxMessage>();
  for (const email of scenePersonas) {
    for (const mail of await readInbox(email)) {
      const kind = mail.subject
        .replace(/[^\p{L}]+/gu, '-')
        .replace(/^-|-$/g, '')
        .toLowerCase();
      if (!kinds.has(kind)) kinds.set(kind, mail);
    }
  }
  return kinds;
}

test('one mail of each kind', async ({ page }) => {
  for (const [kind, { html }] of await readKinds()) {
    await page.setContent(html);
    await takePictures(page, `mail-${kind}/`, looks.filter(isMailLook));
  }
});
