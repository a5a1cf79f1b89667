import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { loadPdfFonts } from './pdf-fonts.ts';
import type { PdfTask } from './pdf-renderer.ts';
import { printableData } from './printable-text.ts';

/** Templates import each other by paths below this folder and can read nothing above it. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const { compiler, coverage } = start();

// Ctrl-C reaches the whole process group; the pool ends its workers itself when the server is done.
process.on('SIGINT', () => {});

/** Sets one document; text that the fonts cannot show is replaced beforehand, since PDF/UA refuses it. */
export function setDocument(task: PdfTask): Uint8Array {
  const data = JSON.stringify(printableData(task.data, coverage));
  try {
    for (const { path, bytes } of task.images) compiler.mapShadow(join(root, path), Buffer.from(bytes));
    const result = compiler.compile({ mainFilePath: join(root, task.template), inputs: { data } });
    if (!result.result) throw new Error(describe(result));
    return compiler.pdf(result.result, { pdfStandard: PdfStandard.UA_1 });
  } finally {
    for (const { path } of task.images) compiler.unmapShadow(join(root, path));
    // What Typst remembers of a document is of no use to the next one and would only pile up.
    compiler.evictCache(0);
  }
}

/** The compiler keeps its own copy of the fonts; ours are let go. */
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
