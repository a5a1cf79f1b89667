import type { Config } from '../../platform/platform-settings.ts';
import type { Portal } from '../../platform/portal.ts';
import { logoutUrlOf, openAuth0 } from './auth0.ts';
import type { Identity } from './identity.ts';

/** Opens the outside identity service; null where the portal mails and checks sign-in codes itself (LOGIN-8). */
export function openIdentity({
  config,
  clock,
  log,
}: Pick<Portal, 'config' | 'clock' | 'log'>): Identity | null {
  return config.auth0 && openAuth0({ settings: config.auth0, clock, log });
}

/** Returns where signing out leads; null for the root of the portal's own address. */
export function signedOutUrlOf({
  auth0,
  siteUrl,
  publicUrl,
}: Pick<Config, 'auth0' | 'siteUrl' | 'publicUrl'>): string | null {
  return auth0?.endsSessions ? logoutUrlOf(auth0, siteUrl ?? `${publicUrl}/`) : siteUrl;
}
