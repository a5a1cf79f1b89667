import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { framesUrl } from './hosted-form.ts';

/** Stands for the settings of the hosted forms, which share an origin here. */
const framed = 'framed';
const directives: Readonly<Record<string, string>> = {
  script: 'script-src',
  stylesheet: 'style-src',
  font: 'font-src',
  image: 'img-src',
  fetch: 'connect-src',
  xhr: 'connect-src',
  manifest: 'manifest-src',
};

/** Returns the table of docs/security.md as directives with their sources. */
export function listedSources(): ReadonlySet<string> {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const rows = text.matchAll(/^\| `([a-z-]+)` \| `'?([^`']+)'?` \|/gm);
  return new Set([...rows].map(([, directive, source]) => `${directive} ${named(source ?? '')}`));
}

function named(source: string): string {
  return ['TRANSAFE_FRAME_URL', 'CHASE_FORM_URL'].includes(source) ? framed : source;
}

/**
 * Collects what a page loads, frames, and posts to, as directives with their sources, and what its frames load: the address of
 * what is not their own.
 */
export function watchSources(page: Page): { readonly own: Set<string>; readonly inFrames: Set<string> } {
  const own = new Set<string>();
  const inFrames = new Set<string>();
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    const isFrame = request.frame() !== page.mainFrame();
    if (request.isNavigationRequest()) {
      for (const directive of navigationOf(request, isFrame))
        own.add(`${directive} ${sourceOf(origin, page)}`);
    } else if (isFrame) inFrames.add(origin === framesUrl() ? framed : request.url());
    else own.add(`${directives[request.resourceType()] ?? request.resourceType()} ${sourceOf(origin, page)}`);
  });
  return { own, inFrames };
}

function navigationOf(request: Request, isFrame: boolean): string[] {
  const isPosted = request.method() === 'POST';
  return [...(isFrame ? ['frame-src'] : []), ...(isPosted ? ['form-action'] : [])];
}

function sourceOf(origin: string, page: Page): string {
  if (origin === new URL(page.url()).origin) return 'self';
  return origin === framesUrl() ? framed : origin;
}
