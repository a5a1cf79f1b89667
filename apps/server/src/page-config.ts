import type { WebConfig } from '@myaccount/contract/web-config';
import { signedOutUrlOf } from './gateways/identity/auth0.ts';
import { utcOffsetsOf } from './platform/business-day.ts';
import type { Config } from './platform/platform-settings.ts';

/** A server is started again before. */
const knownDays = 1_000;

/** Returns the configuration that the page gets. It has no logo for mails: every byte of the page delays it. */
export function pageConfigOf(config: Config): WebConfig {
  const { flags, limits, timeZone, preferenceChannel } = config;
  const { logoPng: _, ...brand } = config.brand;
  const { transafeFrameUrl, chaseForm } = config;
  return {
    brand,
    flags,
    limits,
    siteUrl: signedOutUrlOf(config),
    timeZone,
    utcOffsets: utcOffsetsOf(timeZone, new Date(), knownDays),
    frames: { transafe: transafeFrameUrl, chase: chaseForm.url },
    chaseCardForm: chaseForm.cardForm,
    preferenceChannel,
    smtpUtf8: config.mail.smtpUtf8,
  };
}
