import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type { Role } from '@myaccount/contract/accounts';
import type { Change } from '@myaccount/contract/audit';
import { dollarsFromCents } from '@myaccount/contract/money';
import { networkNameOf } from '../../platform/http/client.ts';
import type { ShownEntry } from './change-history.repository.ts';

/** What decides how an entry reads. */
export interface Reader {
  readonly loginId: string;
  readonly role: Role;
  /** Given names of logins by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Payments of the page that autopay made. */
  readonly autopayPayments: ReadonlySet<string>;
}

const loginPrefix = 'login:';

/** Returns the login that made an entry; undefined for an operator and the portal itself. */
export function loginOf({ actor }: Pick<ShownEntry, 'actor'>): string | undefined {
  return actor.startsWith(loginPrefix) ? actor.slice(loginPrefix.length) : undefined;
}

/** Returns the payment that an entry is about; undefined if it is about none. */
export function paymentOf({ detail }: Pick<ShownEntry, 'detail'>): string | undefined {
  return typeof detail.paymentId === 'string' ? detail.paymentId : undefined;
}

/**
 * Returns an entry in the customer's terms. A member reads from where the member's own changes came; the primary user
 * from where everybody's did. Nobody reads the name of an operator's employee.
 */
export function changeOf(entry: ShownEntry, reader: Reader): Change {
  const { id, at, action, clientAddress, detail } = entry;
  const by = makerOf(entry, reader);
  const mayReadNetwork =
    by.kind === 'you' || (by.kind === 'person' && isHolder(reader, accountRights.networks.read));
  const { amountCents } = detail;
  return {
    id,
    at: at.toISOString(),
    action,
    by,
    network: clientAddress !== null && mayReadNetwork ? networkNameOf(clientAddress) : null,
    amount: typeof amountCents === 'number' ? dollarsFromCents(amountCents) : null,
  };
}

function makerOf(entry: ShownEntry, { loginId, names, autopayPayments }: Reader): Change['by'] {
  const maker = loginOf(entry);
  if (maker === loginId) return { kind: 'you', name: null };
  if (maker !== undefined) return { kind: 'person', name: names.get(maker) ?? null };
  if (entry.actor.startsWith('operator:')) return { kind: 'provider', name: null };
  const isAutopay = entry.action.startsWith('autopay.') || autopayPayments.has(paymentOf(entry) ?? '');
  return { kind: isAutopay ? 'autopay' : 'automatic', name: null };
}
