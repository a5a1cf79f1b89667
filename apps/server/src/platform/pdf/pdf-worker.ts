import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { loadPdfFonts } from './pdf-fonts.ts';
import type { PdfTask } from './pdf-renderer.ts';
import { printableData } from './printable-text.ts';

/** Templates import each other by paths under this folder and cannot read anything above it. */
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Path under which templates read their data. */
const dataPath = '/data.json';
/** Typst drops cache entries that this many documents did not use. Every document uses templates, fonts and labels. */
const documentsRemembered = 10;
const { compiler, coverage } = start();

// Ctrl-C reaches the whole process group. The pool ends its workers when the server has stopped.
process.on('SIGINT', () => {});

/** Renders one document. Replaces text that the fonts do not have first, because PDF/UA refuses it. */
export function setDocument(task: PdfTask): Uint8Array {
  const data = Buffer.from(JSON.stringify(printableData(task.data, coverage)));
  const files = [...task.images, { path: dataPath, bytes: data }];
  try {
    for (const { path, bytes } of files) compiler.mapShadow(join(root, path), Buffer.from(bytes));
    const result = compiler.compile({ mainFilePath: join(root, task.template) });
    if (!result.result) throw new Error(describe(result));
    return compiler.pdf(result.result, { pdfStandard: PdfStandard.UA_1 });
  } finally {
    for (const { path } of files) compiler.unmapShadow(join(root, path));
    // Runs after the document is sent.
    setImmediate(() => compiler.evictCache(documentsRemembered));
  }
}

/** Loads the compiler, which keeps its own copy of the fonts. */
function start() {
  const fonts = loadPdfFonts();
  const fontArgs = [{ fontBlobs: fonts.files }];
  return { compiler: NodeCompiler.create({ workspace: root, fontArgs }), coverage: fonts.coverage };
}

function describe(result: ReturnType<NodeCompiler['compile']>): string {
  const diagnostics = result.takeDiagnostics();
  const messages = diagnostics ? compiler.fetchDiagnostics(diagnostics) : [];
  return messages.map(({ path, message }) => `${path}: ${message}`).join('; ') || 'no document';
}
