/** The members of a processor's response, or of an object in it. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns the members of an object; none of anything else. */
export function membersOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

/** Returns a text; null if it is empty, or none. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
