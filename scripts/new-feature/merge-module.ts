/** One import of a module: all names from one other module. */
interface ImportStatement {
  readonly text: string;
  readonly from: string;
  /** True for `import type { … }`. */
  readonly isType: boolean;
  /** Names in braces, with `type` where it is given; empty for other kinds of imports. */
  readonly names: readonly string[];
}

const importPattern = /^import (type )?(?:\{([^}]*)\}|[^;{]+?) from '([^']+)';\n?/gm;
const declarationPattern = /^(?:export )?(?:async )?(?:function|const|interface|type|class) (\w+)/m;

/** Adds to a module what a generated one has besides: imports, and declarations with names that it lacks. */
export function mergeModule(existing: string, generated: string): string {
  const withImports = addImports(existing, generated);
  const missing = declarationsOf(generated).filter((text) => !declares(existing, nameOf(text)));
  return missing.length === 0 ? existing : `${withImports.trimEnd()}\n\n${missing.join('\n\n')}\n`;
}

/** Adds the imports of a generated module. The formatter sorts them afterwards. */
export function addImports(existing: string, generated: string): string {
  return importsOf(generated).reduce(addImport, existing);
}

/** Puts text before the first match of an anchor; throws when the file has no such place any more. */
export function insertBefore(content: string, anchor: RegExp, text: string): string {
  const match = anchor.exec(content);
  if (!match) throw new Error(`There is no place for "${text.trim()}": nothing matches ${anchor}.`);
  return content.slice(0, match.index) + text + content.slice(match.index);
}

/** Whether a module declares a name at its top level. */
export function declares(content: string, name: string): boolean {
  return new RegExp(`^(?:export )?(?:async )?(?:function|const|interface|type|class) ${name}\\b`, 'm').test(
    content,
  );
}

function addImport(content: string, added: ImportStatement): string {
  const same = importsOf(content).find(
    ({ from, isType, names }) =>
      from === added.from &&
      names.length > 0 === added.names.length > 0 &&
      (isType === added.isType || !isType),
  );
  if (!same) return content.includes(added.text) ? content : added.text + content;
  const marked = added.isType && !same.isType ? added.names.map((name) => `type ${name}`) : added.names;
  const missing = marked.filter((name) => !same.names.includes(name));
  if (missing.length === 0) return content;
  const names = [...same.names, ...missing].join(', ');
  return content.replace(
    same.text,
    `import ${same.isType ? 'type ' : ''}{ ${names} } from '${same.from}';\n`,
  );
}

function importsOf(content: string): ImportStatement[] {
  return [...content.matchAll(importPattern)].map(([text, type, names = '', from = '']) => ({
    text,
    from,
    isType: type !== undefined,
    names: names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  }));
}

/** Top-level declarations with their comments; each starts after a blank line. */
function declarationsOf(content: string): string[] {
  const body = content.replace(importPattern, '').trim();
  return body.split(/\n\n(?=\S)/);
}

function nameOf(declaration: string): string {
  return declarationPattern.exec(declaration)?.[1] ?? '';
}
