import type { Config } from '../config.ts';
import type { ServiceState } from '../platform/http/health.ts';
import { type CardForm, openChaseForm } from './card-form/chase-form.ts';
import { type CardFrame, openTransafeFrame } from './card-frame/transafe-frame.ts';

/** The services whose frames take card and bank numbers in. */
export interface CardServices {
  readonly cardFrame: CardFrame;
  readonly cardForm: CardForm;
}

/** Returns the services of the hosted frames from the settings. Nothing is sent before the first call. */
export function openCardServices(
  config: Pick<Config, 'transafe' | 'chaseForm' | 'processorTimeoutMs'>,
): CardServices {
  const timeoutMs = config.processorTimeoutMs;
  return {
    cardFrame: openTransafeFrame({ ...config.transafe, timeoutMs }),
    cardForm: openChaseForm({ ...config.chaseForm, timeoutMs }),
  };
}

/** Returns the last known state of each, for the health check. */
export function cardServiceStates({ cardFrame, cardForm }: CardServices): Record<string, ServiceState> {
  return { 'transafe-frame': cardFrame.state(), 'chase-form': cardForm.state() };
}
