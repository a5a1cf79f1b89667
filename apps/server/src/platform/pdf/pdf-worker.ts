import { fileURLToPath } from 'node:url';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { loadPdfFonts } from './pdf-fonts.ts';
import type { PdfTask } from './pdf-renderer.ts';
import { printableData } from './printable-text.ts';

/** Templates import each other by paths below this folder and can read nothing above it. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const basicLatin: ReadonlySet<number> = new Set(
  Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
);

const fonts = loadPdfFonts();
const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: fonts.files }] });

// Ctrl-C reaches the whole process group; the pool ends its workers itself when the server is done.
process.on('SIGINT', () => {});

/**
 * Sets one document. Text that the fonts cannot show is replaced beforehand; should one of them still refuse a
 * combination, the document is set once more in plain letters rather than not at all.
 */
export function setDocument(task: PdfTask): Uint8Array {
  try {
    return compilePdf(task, printableData(task.data, fonts.coverage));
  } catch (error) {
    if (!isGlyphMissing(error)) throw error;
    return compilePdf(task, printableData(task.data, [basicLatin, new Set([0xfffd])]));
  }
}

function compilePdf(task: PdfTask, data: unknown): Uint8Array {
  const image = task.image && `${root}letterhead.${task.image.format}`;
  try {
    if (image && task.image) compiler.mapShadow(image, Buffer.from(task.image.bytes));
    const result = compiler.compile({
      mainFilePath: `${root}${task.template}`,
      inputs: { data: JSON.stringify(data) },
    });
    if (!result.result) throw new Error(describe(result));
    return compiler.pdf(result.result, { pdfStandard: PdfStandard.UA_1 });
  } finally {
    if (image) compiler.unmapShadow(image);
    // What Typst remembers of a document is of no use to the next one and would only pile up.
    compiler.evictCache(0);
  }
}

function describe(result: ReturnType<NodeCompiler['compile']>): string {
  const diagnostics = result.takeDiagnostics();
  const messages = diagnostics ? compiler.fetchDiagnostics(diagnostics) : [];
  return messages.map(({ path, message }) => `${path}: ${message}`).join('; ') || 'no document';
}

function isGlyphMissing(error: unknown): boolean {
  return error instanceof Error && /could not be displayed|disallowed codepoint/.test(error.message);
}
