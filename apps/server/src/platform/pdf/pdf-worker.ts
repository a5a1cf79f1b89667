import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { loadPdfFonts } from './pdf-fonts.ts';
import type { PdfTask } from './pdf-renderer.ts';
import { printableData } from './printable-text.ts';

/** Templates import each other by paths below this folder and can read nothing above it. */
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Where templates read what they print. */
const dataPath = '/data.json';
/** Documents after which Typst lets go what none of them used again; templates, fonts and fixed words are always used. */
const documentsRemembered = 10;
const { compiler, coverage } = start();

// Ctrl-C reaches the whole process group; the pool ends its workers itself when the server is done.
process.on('SIGINT', () => {});

/** Sets one document; text that the fonts cannot show is replaced beforehand, since PDF/UA refuses it. */
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
    // Once the document is on its way.
    setImmediate(() => compiler.evictCache(documentsRemembered));
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
