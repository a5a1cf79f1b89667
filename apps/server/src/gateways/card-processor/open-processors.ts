import type { Clock } from '@myaccount/clock';
import type { Config } from '../../config.ts';
import type { ServiceState } from '../../platform/http/health.ts';
import type { CardProcessors } from './card-processor.ts';
import { openOrbital } from './orbital/orbital.ts';
import { openTransafe } from './transafe/transafe.ts';

/** The card processors of the settings; nothing is sent before the first charge. */
export function openProcessors(
  config: Pick<Config, 'transafe' | 'orbital' | 'processorTimeoutMs'>,
  clock: Clock,
): CardProcessors {
  const timeoutMs = config.processorTimeoutMs;
  return {
    transafe: openTransafe({ ...config.transafe, timeoutMs, clock }),
    orbital: openOrbital({ ...config.orbital, timeoutMs, clock }),
  };
}

/** How each processor answered last, for the health answer. */
export function processorStates(processors: CardProcessors): Record<string, ServiceState> {
  return Object.fromEntries(
    Object.values(processors).map((processor) => [processor.name, processor.state()]),
  );
}
