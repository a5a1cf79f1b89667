import { mkdirSync, rmSync } from 'node:fs';
import { scenePersonas } from '../scenes/scenes.ts';
import startPortal from '../support/portal.globalSetup.ts';
import { openSessions } from '../support/sessions.ts';
import { galleryFolder, writeIndex } from './index-page.ts';

/** Starts the portal, signs everybody in, and empties the gallery; its end writes the index page. */
export default async function startGallery(): Promise<() => Promise<void>> {
  const stopPortal = await startPortal();
  rmSync(galleryFolder, { recursive: true, force: true });
  mkdirSync(galleryFolder, { recursive: true });
  await openSessions(scenePersonas);
  return async () => {
    await stopPortal();
    const { pictures, file } = writeIndex();
    console.log(`\n${pictures} pictures: ${file}`);
  };
}
