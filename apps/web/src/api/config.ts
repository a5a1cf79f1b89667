import type { WebConfig } from '@myaccount/contract/web-config';
import { developmentConfig } from './development-config.ts';

const elementId = 'web-config';

function readConfig(): WebConfig {
  const text = document.getElementById(elementId)?.textContent?.trim();
  if (text) return JSON.parse(text) as WebConfig;
  if (import.meta.env.DEV) return developmentConfig;
  throw new Error(`The page has no #${elementId}`);
}

/** The operator’s configuration: brand, flags, limits. The server writes it into the page as inert JSON. */
export const config: WebConfig = readConfig();
