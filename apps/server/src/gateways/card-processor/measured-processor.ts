import { processorCallSeconds } from '../../platform/metrics.ts';
import type { CardProcessor } from './card-processor.ts';

/** Returns a processor that measures its charges and inquiries by outcome. */
export function measuredProcessor(processor: CardProcessor): CardProcessor {
  const measure = async <R extends { readonly outcome: string }>(
    call: 'charge' | 'inquiry',
    work: () => Promise<R>,
  ): Promise<R> => {
    const stop = processorCallSeconds.startTimer({ processor: processor.name, call });
    const result = await work();
    stop({ outcome: result.outcome });
    return result;
  };
  return {
    ...processor,
    charge: (charge) => measure('charge', () => processor.charge(charge)),
    inquire: (inquiry) => measure('inquiry', () => processor.inquire(inquiry)),
  };
}
