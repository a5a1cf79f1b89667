import { processorCallSeconds } from '../../platform/metrics.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import type { CardProcessor } from './card-processor.ts';

/** Returns a processor that measures and traces its charges and inquiries by outcome. */
export function measuredProcessor<P extends CardProcessor>(processor: P): P {
  const measure = async <R extends { readonly outcome: string }>(
    call: 'charge' | 'inquiry',
    work: () => Promise<R>,
  ): Promise<R> => {
    const labels = { processor: processor.name, call };
    const stop = processorCallSeconds.startTimer(labels);
    const name = `${call} ${processor.name}`;
    const result = await inSpan({ name, kind: 'client', attributes: labels }, async (add) => {
      const answer = await work();
      add({ outcome: answer.outcome });
      return answer;
    });
    stop({ outcome: result.outcome });
    return result;
  };
  return {
    ...processor,
    charge: (charge) => measure('charge', () => processor.charge(charge)),
    inquire: (inquiry) => measure('inquiry', () => processor.inquire(inquiry)),
  };
}
