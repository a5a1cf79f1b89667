import type { WebConfig } from '@myaccount/contract/web-config';
import type { Config } from '../../config.ts';

/** Returns the configuration that the page gets. It has no logo for mails: every byte of the page delays it. */
export function pageConfigOf(config: Config): WebConfig {
  const { flags, limits, siteUrl, timeZone, preferenceChannel } = config;
  const { logoPng: _, ...brand } = config.brand;
  const { transafeFrameUrl, chaseForm } = config;
  return {
    brand,
    flags,
    limits,
    siteUrl,
    timeZone,
    frames: { transafe: transafeFrameUrl, chase: chaseForm.url },
    chaseCardForm: chaseForm.cardForm,
    preferenceChannel,
  };
}
