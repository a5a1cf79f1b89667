import { readFile } from 'node:fs/promises';
import type { Settings } from './local-settings.ts';
import { StartError } from './places.ts';

/** Loads an import file into the billing system of the sandbox, which then has the same records as the portal. */
export async function loadBillingRecords(sandboxUrl: string, file: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/gotransverse/lines`, {
    method: 'POST',
    headers: { 'content-type': 'application/jsonl' },
    body: await readFile(file),
  });
  if (!response.ok)
    throw new StartError(`The sandbox refused the demo customers' records: ${await response.text()}`);
}

/** Returns the settings of a portal that follows the sandbox's billing system, if that has records: an older data folder's has none. */
export async function followBilling(
  settings: Settings,
  sandboxUrl: string,
  report: (message: string) => void,
): Promise<Settings> {
  if (settings.BILLING_SYSTEM !== 'gtv' || settings.GTV_URL !== `${sandboxUrl}/gotransverse`) return settings;
  const response = await fetch(`${sandboxUrl}/gotransverse/billing/2/billing-accounts?page_size=1`, {
    headers: { 'x-api-key': String(settings.GTV_API_KEY) },
  });
  if (Number(response.headers.get('x-total-count')) > 0) return settings;
  report(
    'The billing system of the sandbox knows no account of this data folder: records come by import alone.',
  );
  return { ...settings, BILLING_SYSTEM: 'files' };
}
