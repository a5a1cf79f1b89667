/** Runs tasks side by side, at most so many at once. */
export class TaskPool {
  readonly #size: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits until so many tasks can be added, or none runs. Throws what a task threw. */
  async waitForRoom(count: number): Promise<void> {
    while (this.#running.size > 0 && this.#running.size + count > this.#size)
      await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.error;
  }

  /** Starts a task. What it throws is thrown by the next wait. */
  add(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits until no task runs. Throws what a task threw. */
  async finish(): Promise<void> {
    await this.waitForRoom(this.#size);
  }
}
