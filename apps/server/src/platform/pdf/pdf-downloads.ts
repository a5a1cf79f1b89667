import { Refusal } from '../http/problems.ts';
import { limitHits } from '../metrics.ts';
import type { Limit } from '../rate-limit.ts';
import type { PdfRenderer } from './pdf-renderer.ts';

const retryAfterSeconds = 5;

/** Shares the renderer fairly: no login can keep it busy for everyone else. */
export class PdfDownloads {
  readonly #renderer: PdfRenderer;
  readonly #limit: Limit;
  readonly #maximum: number;
  readonly #inProgress = new Map<string, number>();

  /** `limit` is per login; `maximum` is the most documents in progress for one login on this server. */
  constructor(renderer: PdfRenderer, limit: Limit, maximum: number) {
    this.#renderer = renderer;
    this.#limit = limit;
    this.#maximum = maximum;
  }

  /**
   * Makes a document for a login. It is read while the login's use is counted, and rendered after both. Throws a
   * {@link Refusal} at once if the login has too many; `read` throws if the caller has no such document.
   */
  async make<D, T>(
    loginId: string,
    read: () => Promise<D>,
    render: (document: D, renderer: PdfRenderer) => Promise<T>,
  ): Promise<T> {
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
