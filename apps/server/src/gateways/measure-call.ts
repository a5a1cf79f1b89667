import { processorCallSeconds } from '../platform/metrics.ts';
import { inSpan } from '../platform/tracing/tracing.ts';

/** Measures and traces one call to an outside service, by its short name, by its outcome. */
export async function measureCall<R extends { readonly outcome: string }>(
  processor: string,
  call: string,
  work: () => Promise<R>,
): Promise<R> {
  const labels = { processor, call };
  const stop = processorCallSeconds.startTimer(labels);
  const name = `${call} ${processor}`;
  const result = await inSpan({ name, kind: 'client', attributes: labels }, async (add) => {
    const answer = await work();
    add({ outcome: answer.outcome });
    return answer;
  });
  stop({ outcome: result.outcome });
  return result;
}
