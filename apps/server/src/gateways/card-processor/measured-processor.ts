import { processorCallSeconds } from '../../platform/metrics.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import type { CardProcessor } from './card-processor.ts';

interface CallLabels {
  readonly processor: string;
  readonly call: string;
}

/** Measures and traces one call to a processor by its outcome. */
export async function measureCall<R extends { readonly outcome: string }>(
  { processor, call }: CallLabels,
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

/** Returns a processor that measures and traces its charges and inquiries by outcome. */
export function measuredProcessor<P extends CardProcessor>(processor: P): P {
  const { name } = processor;
  return {
    ...processor,
    charge: (charge) => measureCall({ processor: name, call: 'charge' }, () => processor.charge(charge)),
    inquire: (inquiry) => measureCall({ processor: name, call: 'inquiry' }, () => processor.inquire(inquiry)),
  };
}
