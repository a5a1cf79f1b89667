type Search = Record<string, unknown>;

/** Parses a query as plain texts: `?page=2&make-payment` is `{page: '2', 'make-payment': ''}`. */
export function parseSearch(search: string): Search {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The inverse of {@link parseSearch}; omits undefined values. */
export function stringifySearch(search: Search): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
