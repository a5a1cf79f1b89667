import { basePath } from '@myaccount/contract/endpoint';
import { Refusal } from '../http/problems.ts';
import type { Portal } from '../portal.ts';
import type { Letterhead } from './letterhead.ts';
import { PdfUnavailable } from './pdf-renderer.ts';

const retryAfterSeconds = 5;

/** A PDF with the file name for the browser. */
export interface NamedPdf {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Returns the letterhead of printed documents: the brand and the portal's address. */
export function letterheadOf({ config }: Portal): Letterhead {
  return { ...config.brand, portalUrl: `${config.publicUrl}${basePath}` };
}

/** Returns the PDF's bytes. Throws a {@link Refusal} with Retry-After if no complete file could be made. */
export async function orRefuse(bytes: Promise<Uint8Array>, portal: Portal): Promise<Uint8Array> {
  try {
    return await bytes;
  } catch (error) {
    if (!(error instanceof PdfUnavailable)) throw error;
    portal.log.error({ err: error, failure: error.failure }, 'document not made');
    throw new Refusal('invoices.pdf-unavailable', { retryAfterSeconds });
  }
}

/** Returns a document number that is safe in a file name: other characters become dashes. */
export function fileSafe(number: string): string {
  return number.replace(/[^A-Za-z0-9._-]/g, '-');
}
