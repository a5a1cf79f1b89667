// The floor of a PDF, in its own process as the portal's workers are: Typst alone, without a server, a database, or a queue. Answers
// each list of tasks with the milliseconds of each, with its data already in place.
import { join, resolve } from 'node:path';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { loadPdfFonts } from '../../apps/server/src/platform/pdf/pdf-fonts.ts';
import type { PdfTask } from '../../apps/server/src/platform/pdf/pdf-renderer.ts';
import { printableData } from '../../apps/server/src/platform/pdf/printable-text.ts';

const root = resolve(import.meta.dirname, '..', '..', 'apps', 'server', 'src');
const { files: fontBlobs, coverage } = loadPdfFonts();
const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs }] });
const documentsRemembered = 10;

process.on('message', (tasks: readonly PdfTask[]) => process.send?.(tasks.map(setDocument)));

function setDocument({ template, data, images }: PdfTask): number {
  const bytes = Buffer.from(JSON.stringify(printableData(data, coverage)));
  for (const file of [...images, { path: '/data.json', bytes }])
    compiler.mapShadow(join(root, file.path), Buffer.from(file.bytes));
  const startedAt = performance.now();
  const { result } = compiler.compile({ mainFilePath: join(root, template) });
  if (!result) throw new Error(`${template} made no document`);
  compiler.pdf(result, { pdfStandard: PdfStandard.UA_1 });
  const ms = performance.now() - startedAt;
  compiler.evictCache(documentsRemembered);
  return ms;
}
