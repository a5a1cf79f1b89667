import { browserStorage, keepItem, readItem } from '../api/browser-storage.ts';
import { keptOfBrowser } from '../api/session.ts';

const storageKey = `${keptOfBrowser}font`;
const family = '"Inter Variable"';
let isLoaded = false;

/** Whether this browser has loaded the font before, so that its cache has it. */
export function hasLoadedFont(): boolean {
  return readItem(browserStorage, storageKey) !== null;
}

/** Shows the page in the font. */
export function showFont(): void {
  document.documentElement.style.setProperty('--font', family);
}

/** Loads the font, once nothing waits for the connection any more: the next page shows in it. */
export async function loadFont(): Promise<void> {
  const faces = await document.fonts.load(`1em ${family}`).catch(() => []);
  isLoaded = faces.length > 0;
  if (isLoaded) keepItem(browserStorage, storageKey, 'true');
}

/** Shows a new page in the font, if it is loaded by now. Within a page, lines would wrap again. */
export function showLoadedFont(): void {
  if (isLoaded) showFont();
}
