import type { ServerResponse } from 'node:http';

/**
 * Counts the requests in progress and limits them. What one server cannot answer soon it refuses at once: a queue
 * without an end would let every request time out (SHARE-2).
 */
export class RequestsInProgress {
  readonly #maximum: number;
  #count = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Counts a request until its response ends or its client leaves. Returns false if there are too many already. */
  begin(response: ServerResponse): boolean {
    if (this.#count >= this.#maximum) return false;
    this.#count += 1;
    response.once('close', this.#end);
    return true;
  }

  readonly #end = () => {
    this.#count -= 1;
  };
}
