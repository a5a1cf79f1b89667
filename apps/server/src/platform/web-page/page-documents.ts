import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { basePath } from '@myaccount/contract/endpoint';
import { type Language, languages } from '@myaccount/contract/languages';
import type { WebConfig } from '@myaccount/contract/web-config';
import { brandStyles } from './brand-colors.ts';
import type { PrerenderedPage } from './prerendered.ts';

/** The places of `index.html` that the server fills. */
export const places = {
  config: '<script type="application/json" id="web-config"></script>',
  html: '<html lang="en" data-start="portal"',
  title: '<title>MyAccount</title>',
  styles: '<style id="brand"></style>',
  root: '<div id="root"></div>',
} as const;

const compress = promisify(brotliCompress);

/** An HTML document, as text and compressed. */
interface PageDocument {
  readonly html: string;
  readonly brotli: Buffer;
}

/** What the server answers for a path: 404 where the router has no such page (SHELL-13). */
export interface PageAnswer {
  readonly document: PageDocument;
  readonly status: 200 | 404;
}

const styleBlock = /<style[^>]*>(.*?)<\/style>/gs;

/**
 * Builds every document that the server sends for a page from the built `index.html`. They hold nothing of a visitor, so a few
 * serve everyone. Throws if one of its places is missing.
 */
export async function createPageDocuments(index: string, webConfig: WebConfig, prerendered: PrerenderedPage) {
  const template = fill(index, {
    config: configElement(webConfig),
    styles: `<style>${brandStyles(webConfig.brand.color)}</style>`,
  });
  const documents = {} as Record<Language, Record<'signIn' | 'waiting', PageDocument>>;
  for (const language of languages) {
    const { title, html } = prerendered.pages[language];
    const signIn = fill(template, {
      html: `<html lang="${language}" data-start="sign-in"`,
      title: titleElement(title),
      root: `<div id="root">${html}</div>`,
    });
    const waiting = fill(template, {
      html: `<html lang="${language}" data-start="portal"`,
      title: titleElement(webConfig.brand.name),
    });
    documents[language] = { signIn: await documentOf(signIn), waiting: await documentOf(waiting) };
  }
  const isSignIn = pathMatcher(prerendered.paths.signIn);
  const isOther = pathMatcher(prerendered.paths.others);
  return {
    /** Returns the answer for a path: sign-in, ready to read, or a document that waits for the scripts. */
    of: (path: string, language: Language): PageAnswer => ({
      document: documents[language][isSignIn(path) ? 'signIn' : 'waiting'],
      status: isSignIn(path) || isOther(path) ? 200 : 404,
    }),
    /** Sources of the documents’ own style blocks, for their policy: `'sha256-…'` (Content Security Policy 3). */
    styleHashes: [...template.matchAll(styleBlock)].map(([, styles = '']) => hashOf(styles)),
  };
}

function hashOf(styles: string): string {
  return `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;
}

function fill(html: string, contents: Partial<Record<keyof typeof places, string>>): string {
  return Object.entries(contents).reduce((filled, [name, content]) => {
    const place = places[name as keyof typeof places];
    if (!filled.includes(place)) throw new Error(`The built page lacks ${place}`);
    return filled.replace(place, () => content);
  }, html);
}

async function documentOf(html: string): Promise<PageDocument> {
  return { html, brotli: await compress(html) };
}

/** Escapes `<` so that no text can end the element. */
function configElement(webConfig: WebConfig): string {
  const json = JSON.stringify(webConfig).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="web-config">${json}</script>`;
}

function titleElement(title: string): string {
  return `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`;
}

/** Returns whether a path of a request is one of these paths of the router: `$name` is any segment, `$` any rest. */
function pathMatcher(paths: readonly string[]): (path: string) => boolean {
  const patterns = paths.map((path) => {
    const pattern = path.replace(/\$\w+/g, '[^/]+').replace(/\/\$$/, '(?:/.*)?');
    // The router reads capitals alike.
    return new RegExp(`^${basePath}${pattern}/?$`, 'i');
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}
