import type { HtmlTagDescriptor, Plugin } from 'vite';

const source = '/src/app/early.ts';
const fontName = /inter-latin-wght-normal.*\.woff2$/;

function moduleScript(src: string): HtmlTagDescriptor {
  return { tag: 'script', attrs: { type: 'module', src }, injectTo: 'head-prepend' };
}

function fontPreload(href: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: true },
    injectTo: 'head',
  };
}

/**
 * Lets the page load side by side what it would else find out one after the other: a small script of its own,
 * ahead of the main one, asks for the texts and the first page; the font is preloaded.
 */
export function earlyStart(base: string): Plugin {
  let reference = '';
  return {
    name: 'early-start',
    buildStart() {
      if (this.meta.watchMode) return;
      reference = this.emitFile({ type: 'chunk', id: source, name: 'early' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        if (!context.bundle) return [moduleScript(source)];
        const files = Object.values(context.bundle);
        const early = files.find((file) => file.type === 'chunk' && file.name === 'early' && file.isEntry);
        const font = files.find((file) => fontName.test(file.fileName));
        if (!early || !font || !reference) throw new Error('The build lacks the early script or the font');
        return [moduleScript(base + early.fileName), fontPreload(base + font.fileName)];
      },
    },
  };
}
