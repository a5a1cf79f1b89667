import { isLoopbackUrl } from '../address-settings.ts';

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]+)([^?]*)(?:\?(.*))?$/;
const attributes = 'target_session_attrs';
const checkingModes: readonly string[] = ['require', 'verify-ca', 'verify-full'];
/** Of several hosts, a server can only use the one that is writable. */
const writableAttributes = ['read-write', 'primary'];

/**
 * Splits the address of a database into one for each host: `postgres://a:5432,b:5432/name?target_session_attrs=read-write`.
 * Returns undefined if it is no such address. `pg` reads addresses of one host only.
 */
export function splitDatabaseUrl(text: string): string[] | undefined {
  const [, start = '', hosts = '', name = '', query = ''] = shape.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  const isWritable = writableAttributes.includes(parameters.get(attributes) ?? 'read-write');
  parameters.delete(attributes);
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  const urls = hosts.split(',').map((host) => (host ? `${start}${host}${name}${rest}` : ''));
  return isWritable && urls.every((url) => URL.canParse(url)) ? urls : undefined;
}

/** Whether the address of one host leads to this machine: over a socket file, or over its own network. */
export function isLocalDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host');
  return /^(?:\/|%2f)/i.test(host ?? hostname) || (host === null && isLoopbackUrl(url));
}

/** Whether a connection to this address is encrypted and its certificate checked. `pg` checks it in each of these modes. */
export function checksCertificate(url: string): boolean {
  const { searchParams } = new URL(url);
  return checkingModes.includes(searchParams.get('sslmode') ?? '') && !searchParams.has('uselibpqcompat');
}
