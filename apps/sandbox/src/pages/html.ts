/** Trusted HTML. */
export class Html {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

export type Part = string | number | Html | null | undefined | readonly Part[];

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Renders an HTML template. Escapes every value except Html, and joins lists. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Html) return part.html;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '');
}
