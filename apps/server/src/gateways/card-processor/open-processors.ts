import type { GatewaySettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import type { CardProcessor, CardProcessors } from './card-processor.ts';
import { openOrbital } from './orbital/orbital.ts';
import { openTransafe } from './transafe/transafe.ts';

/** Returns the card processors from the settings. Nothing is sent before the first charge. */
export function openProcessors({
  transafe,
  orbital,
}: Pick<GatewaySettings, 'transafe' | 'orbital'>): CardProcessors {
  const gateway = openOrbital(orbital);
  const verify = (card: Parameters<typeof gateway.verify>[0]) =>
    measureCall(gateway.name, 'verify', () => gateway.verify(card));
  return { transafe: measured(openTransafe(transafe)), orbital: { ...measured(gateway), verify } };
}

/** Returns a processor that measures and traces its charges and inquiries by outcome. */
function measured<P extends CardProcessor>(processor: P): P {
  const { name } = processor;
  return {
    ...processor,
    charge: (charge) => measureCall(name, 'charge', () => processor.charge(charge)),
    inquire: (inquiry) => measureCall(name, 'inquiry', () => processor.inquire(inquiry)),
  };
}
