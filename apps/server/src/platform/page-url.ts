import { basePath } from '@myaccount/contract/endpoint';
import type { Config } from './platform-settings.ts';

/** Returns the address of a page for a link that leaves the portal. It names the account by its id, never by its number (SHELL-15). */
export function pageUrl({ publicUrl }: Pick<Config, 'publicUrl'>, path: string, accountId: string): string {
  return `${publicUrl}${basePath}${path}${path.includes('?') ? '&' : '?'}account=${accountId}`;
}
