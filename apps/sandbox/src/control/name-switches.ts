export const namePlaces = ['path', 'query', 'body', 'answer', 'value', 'text', 'order'] as const;

/** A name of a service that is not as the sandbox otherwise has it. */
export interface NameSwitch {
  /**
   * Where it is: in calls (path, query, body), a member of answers and callbacks, a member's whole value in either direction, a part of a
   * member's text, or the field after which a field is signed.
   */
  readonly in: (typeof namePlaces)[number];
  readonly name: string;
  /** The member that has the value or the text. */
  readonly of?: string;
  /** The name in its place; empty: there is none, and a call that has it is read as if it had not. */
  readonly as: string;
  /** The service refuses every call with the name; nothing for a name of answers. */
  readonly isRefused: boolean;
}

type Entries = [name: string, value: unknown][];

/** Exchanges the switched names of one service in its calls and answers. */
export function nameSwitch(switches: readonly NameSwitch[]) {
  const isIn = (place: NameSwitch['in']) => switches.filter((each) => each.in === place);
  const exchange = (names: readonly NameSwitch[], name: string, value: unknown): Entries => {
    if (names.some((each) => each.name === name)) return [];
    const member = names.find((each) => each.as === name)?.name ?? name;
    const values = isIn('value').filter((each) => each.of === member);
    if (values.some((each) => each.name === value)) return [];
    return [[member, values.find((each) => each.as === value)?.name ?? value]];
  };
  const tell = (name: string, value: unknown): Entries => {
    const text = isIn('text').find((each) => each.of === name);
    const other = isIn('value').find((each) => each.of === name && each.name === value);
    const told =
      text && typeof value === 'string' ? value.replaceAll(text.name, text.as) : (other?.as ?? value);
    const member = isIn('answer').find((each) => each.name === name)?.as ?? name;
    return member === '' || (other && told === '') ? [] : [[member, told]];
  };
  return {
    /** Whether the service refuses a call. */
    refuses: (url: string, query: unknown, body: unknown) =>
      switches.some((each) => {
        if (!each.isRefused) return false;
        if (each.in === 'path') return url.split('?', 1).join().endsWith(each.name);
        return (each.in !== 'body' && hasName(query, each)) || (each.in !== 'query' && hasName(body, each));
      }),
    query: (query: unknown) => mapMembers(query, (...entry) => exchange(isIn('query'), ...entry)),
    body: (body: unknown) => mapMembers(body, (...entry) => exchange(isIn('body'), ...entry)),
    /** An answer or a callback. */
    answer: <T>(answer: T): T => mapMembers(answer, tell) as T,
  };
}

/** Returns the address under which the sandbox has what a call names. */
export function addressOf(url: string, switches: readonly NameSwitch[]): string {
  const [pathname = '', query] = url.split('?', 2);
  const ends = (name: string) => name !== '' && pathname.endsWith(name);
  const other = switches.find(
    (each) => each.in === 'path' && !each.isRefused && (ends(each.name) || ends(each.as)),
  );
  if (!other) return url;
  const path = ends(other.name) ? `${pathname}-elsewhere` : pathname.slice(0, -other.as.length) + other.name;
  return query === undefined ? path : `${path}?${query}`;
}

function hasName(part: unknown, { name, of }: NameSwitch): boolean {
  let isFound = false;
  mapMembers(part, (member, value) => {
    isFound ||= of === undefined ? member === name : member === of && value === name;
    return [];
  });
  return isFound;
}

/** Exchanges the members of every object in a JSON value. */
function mapMembers(value: unknown, map: (name: string, value: unknown) => Entries): unknown {
  if (Array.isArray(value)) return value.map((each) => mapMembers(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => map(name, mapMembers(inner, map))),
  );
}
