import { onlineManager } from '@tanstack/react-query';

const probeTimeoutMs = 5_000;
const askAgainMs = 2_000;
const lookAgainMs = 200;

let asking: Promise<boolean> | undefined;

async function ask(): Promise<boolean> {
  const signal = AbortSignal.timeout(probeTimeoutMs);
  const address = `${import.meta.env.BASE_URL}health/live`;
  const response = await fetch(address, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined);
  asking = undefined;
  if (!response) setTimeout(() => void isConnected(), askAgainMs);
  onlineManager.setOnline(response !== undefined);
  return response !== undefined;
}

/**
 * Asks, after something did not load, whether the server responds at all. If not, the page is offline: queries wait, and it asks
 * again until the server does.
 */
export function isConnected(): Promise<boolean> {
  asking ??= ask();
  return asking;
}

/** Returns whether the page is offline, or asks whether it is. */
export function mayBeOffline(): boolean {
  return asking !== undefined || !onlineManager.isOnline();
}

/** Resolves once the page is connected: at once unless it is known to be offline. */
export async function connected(): Promise<void> {
  while (!onlineManager.isOnline()) await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
}

/** Loads the style sheets again that did not load: an import waits for each only once. */
async function loadStylesAgain(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])');
  const again = (link: HTMLLinkElement) =>
    new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve, href: link.href }));
  await Promise.all([...links].filter(({ sheet }) => !sheet).map(again));
}

/**
 * Imports a part of the portal; offline, once the connection is back. Throws if the server is there without the file: a reload
 * gets those of its release.
 */
export async function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await isConnected()) throw error;
    await connected();
    await loadStylesAgain();
    return loadScript(load);
  }
}
