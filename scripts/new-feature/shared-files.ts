import type { FeatureCall } from './feature-call.ts';
import { addImports, insertBefore } from './merge-module.ts';

/** Changes a file that all features share. Returns it as it was when the call is in it already. */
export type Edit = (content: string, call: FeatureCall) => string;

/** Files that every call is in. */
export const callEdits: Readonly<Record<string, Edit>> = {
  'apps/server/src/features.ts': addToServer,
  'architecture/paths.snapshot.txt': (content, { method, word }) =>
    addToSnapshot(content, 'calls', `${method} /${word}`),
};

/** Files that every page is in. */
export const pageEdits: Readonly<Record<string, Edit>> = {
  'apps/web/src/app/paths.ts': addPath,
  'apps/web/src/app/routes.ts': addRoute,
  'architecture/paths.snapshot.txt': (content, { word }) => addToSnapshot(content, 'pages', `/${word}`),
};

function addToServer(content: string, { camel, word }: FeatureCall): string {
  const line = `import { ${camel} } from './features/${word}/${word}.feature.ts';\n`;
  if (content.includes(line)) return content;
  return insertBefore(addImports(content, line), /^\];/m, `  ${camel},\n`);
}

function addPath(content: string, { camel, word }: FeatureCall): string {
  if (content.includes(`'/${word}'`)) return content;
  return insertBefore(content, /^\} as const;/m, `  ${camel}: '/${word}',\n`);
}

function addRoute(content: string, { camel, pascal, word, name, method }: FeatureCall): string {
  if (content.includes(`path: paths.${camel},`)) return content;
  const query = `import { ${name}Query } from '../features/${word}/${word}.queries.ts';\n`;
  const isRead = method === 'GET';
  const queries = isRead ? `({ accountNumber }) => [${name}Query(accountNumber)]` : '() => []';
  const row = `  page({
    path: paths.${camel},
    queries: ${queries},
    show: async () => (await import('./pages/${pascal}Page.tsx')).${pascal}Page,
  }),
`;
  const listed = insertBefore(content, /^\] as const;$/m, row);
  return isRead ? addImports(listed, query) : listed;
}

/** The snapshot lists calls and, after an empty line, pages, each sorted. */
function addToSnapshot(content: string, list: 'calls' | 'pages', line: string): string {
  const [calls = '', pages = ''] = content.trimEnd().split('\n\n');
  const add = (lines: string) => [...new Set([...lines.split('\n'), line])].sort().join('\n');
  return `${list === 'calls' ? add(calls) : calls}\n\n${list === 'pages' ? add(pages) : pages}\n`;
}
