import { encode } from 'uqr';
import type { PdfImage } from './pdf-renderer.ts';

/** White modules around a QR code that scanners need (ISO/IEC 18004). */
const quietZone = 4;

/** Path under which templates find the code. */
export const qrCodePath = '/qr-code.svg';

/** The last code: nearly all bills of a portal have the same one. */
let latest: { readonly text: string; readonly image: PdfImage } | undefined;

/** Returns a QR code as SVG with one unit per module and a single path, so that it is sharp at every size. */
export function qrCodeImage(text: string): PdfImage {
  if (latest?.text !== text) latest = { text, image: drawQrCode(text) };
  return latest.image;
}

function drawQrCode(text: string): PdfImage {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path.join('')}"/></svg>`;
  return { path: qrCodePath, bytes: Buffer.from(svg) };
}

/** Returns start and length of each run of black modules in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, x) => {
    if (!isBlack) return;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
