import type { GatewaySettings } from '../gateway-settings.ts';
import type { CardProcessors } from './card-processor.ts';
import { measuredProcessor } from './measured-processor.ts';
import { openOrbital } from './orbital/orbital.ts';
import { openTransafe } from './transafe/transafe.ts';

/** Returns the card processors from the settings. Nothing is sent before the first charge. */
export function openProcessors(
  config: Pick<GatewaySettings, 'transafe' | 'orbital' | 'processorTimeoutMs'>,
): CardProcessors {
  const timeoutMs = config.processorTimeoutMs;
  return {
    transafe: measuredProcessor(openTransafe({ ...config.transafe, timeoutMs })),
    orbital: measuredProcessor(openOrbital({ ...config.orbital, timeoutMs })),
  };
}
