/** Does the work for each item, at most `workers` at once. Takes no further item once the server stops. */
export async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined && !stopping?.aborted; item = waiting.shift()) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
