import type { Address } from '@myaccount/contract/accounts';

/** Returns where the account's service is. */
export function serviceAddressOf(addresses: readonly Address[]): Address | undefined {
  return addresses.find(({ addressType }) => addressType === 'Service');
}
