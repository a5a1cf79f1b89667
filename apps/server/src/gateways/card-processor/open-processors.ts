import type { Config } from '../../config.ts';
import type { ServiceState } from '../../platform/http/health.ts';
import type { CardProcessors } from './card-processor.ts';
import { measuredProcessor } from './measured-processor.ts';
import { openOrbital } from './orbital/orbital.ts';
import { openTransafe } from './transafe/transafe.ts';

/** Returns the card processors from the settings. Nothing is sent before the first charge. */
export function openProcessors(
  config: Pick<Config, 'transafe' | 'orbital' | 'processorTimeoutMs'>,
): CardProcessors {
  const timeoutMs = config.processorTimeoutMs;
  return {
    transafe: measuredProcessor(openTransafe({ ...config.transafe, timeoutMs })),
    orbital: measuredProcessor(openOrbital({ ...config.orbital, timeoutMs })),
  };
}

/** Returns each processor's last known state, for the health check. */
export function processorStates(processors: CardProcessors): Record<string, ServiceState> {
  return Object.fromEntries(
    Object.values(processors).map((processor) => [processor.name, processor.state()]),
  );
}
