import type { Flags } from '@myaccount/contract/flags';
import type { WebConfig } from '@myaccount/contract/web-config';
import { onTestFinished } from 'vitest';
import { config } from '../api/config.ts';

/** What differs in the operator's configuration. */
export interface ConfigChanges {
  readonly flags?: Partial<Flags>;
  readonly limits?: Partial<WebConfig['limits']>;
  readonly utcOffsets?: WebConfig['utcOffsets'];
  readonly brand?: WebConfig['brand'];
}

/** Changes the operator's configuration until the test ends. */
export function changeConfig({ flags, limits, ...others }: ConfigChanges): void {
  const before = { ...config };
  Object.assign(config, {
    ...others,
    flags: { ...config.flags, ...flags },
    limits: { ...config.limits, ...limits },
  });
  onTestFinished(() => void Object.assign(config, before));
}
