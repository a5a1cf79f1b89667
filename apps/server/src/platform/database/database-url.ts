const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]+)([^?]*)(?:\?(.*))?$/;
const attributes = 'target_session_attrs';
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
