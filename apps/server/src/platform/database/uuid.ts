const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a text has the form of our ids. Treat a text that doesn't as an id that does not exist. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Returns a text as an id. A text that is not an id becomes an id that no row has. */
export function idOrNobody(text: string): string {
  return isUuid(text) ? text : nobody;
}
