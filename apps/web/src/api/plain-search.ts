/** Parses a query as plain texts: `?page=2&make-payment` is `{page: '2', 'make-payment': ''}`. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The inverse of {@link parseSearch}; omits undefined values. */
export function stringifySearch(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(Object.fromEntries(given)).toString();
  return text && `?${text}`;
}
