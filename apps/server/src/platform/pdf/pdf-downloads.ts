import { Refusal } from '../http/problems.ts';
import { limitHits } from '../metrics.ts';
import type { Limit } from '../rate-limit.ts';
import type { PdfRenderer } from './pdf-renderer.ts';

const retryAfterSeconds = 5;

interface PdfDownloadsOptions {
  readonly renderer: PdfRenderer;
  /** Rate limit per login. */
  readonly limit: Limit;
  /** Most documents in progress for one login on this server. */
  readonly inProgressPerLogin: number;
}

/** How a document is made. */
interface DocumentSteps<D, T> {
  /** Throws if the caller has no such document. */
  readonly read: () => Promise<D>;
  readonly render: (document: D, renderer: PdfRenderer) => Promise<T>;
}

/** Shares the renderer fairly: no login can keep it busy for everyone else. */
export class PdfDownloads {
  readonly #renderer: PdfRenderer;
  readonly #limit: Limit;
  readonly #maximum: number;
  readonly #inProgress = new Map<string, number>();

  constructor({ renderer, limit, inProgressPerLogin }: PdfDownloadsOptions) {
    this.#renderer = renderer;
    this.#limit = limit;
    this.#maximum = inProgressPerLogin;
  }

  /**
   * Makes a document for a login. It is read while the login's use is counted, and rendered after both. Throws a
   * {@link Refusal} at once if the login has too many.
   */
  async make<D, T>(loginId: string, { read, render }: DocumentSteps<D, T>): Promise<T> {
    const inProgress = this.#inProgress.get(loginId) ?? 0;
    if (inProgress >= this.#maximum) {
      limitHits.inc({ limit: 'pdfs-in-progress' });
      throw new Refusal('invoices.too-many-pdfs', { retryAfterSeconds });
    }
    this.#inProgress.set(loginId, inProgress + 1);
    try {
      const [document] = await Promise.all([read(), this.#limit.consume(loginId)]);
      return await render(document, this.#renderer);
    } finally {
      const left = (this.#inProgress.get(loginId) ?? 1) - 1;
      if (left > 0) this.#inProgress.set(loginId, left);
      else this.#inProgress.delete(loginId);
    }
  }
}
