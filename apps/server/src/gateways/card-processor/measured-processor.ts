import { measureCall } from '../measure-call.ts';
import type { CardProcessor } from './card-processor.ts';

/** Returns a processor that measures and traces its charges and inquiries by outcome. */
export function measuredProcessor<P extends CardProcessor>(processor: P): P {
  const { name } = processor;
  return {
    ...processor,
    charge: (charge) => measureCall({ processor: name, call: 'charge' }, () => processor.charge(charge)),
    inquire: (inquiry) => measureCall({ processor: name, call: 'inquiry' }, () => processor.inquire(inquiry)),
  };
}
