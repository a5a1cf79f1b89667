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
  readonly of: string | undefined;
  /** The name in its place; empty: there is none. */
  readonly as: string;
  /** The service refuses every call with the name. */
  readonly isRefused: boolean;
}

type Direction = readonly [from: 'name' | 'as', to: 'as' | 'name'];
const inward: Direction = ['as', 'name'];
const outward: Direction = ['name', 'as'];

/** Exchanges the switched names of one service in its calls and answers. */
export function nameSwitch(switches: readonly NameSwitch[]) {
  const refused = switches.filter(({ isRefused }) => isRefused);
  return {
    /** Whether the service refuses a call. */
    refuses: (url: string, query: unknown, body: unknown) =>
      refused.some((each) => {
        if (each.in === 'path') return url.split('?', 1).join().endsWith(each.name);
        return hasName(each.in === 'query' ? query : body, each);
      }),
    query: (query: unknown) => exchanged(query, switches, 'query', inward),
    body: (body: unknown) => exchanged(body, switches, 'body', inward),
    /** An answer or a callback. */
    answer: <T>(answer: T): T => exchanged(answer, switches, 'answer', outward) as T,
  };
}

/** Returns the address under which the sandbox has what a call names. */
export function addressOf(url: string, switches: readonly NameSwitch[]): string {
  const [pathname = '', ...query] = url.split('?');
  const ends = (name: string) => name !== '' && pathname.endsWith(name);
  const other = switches.find((each) => each.in === 'path' && (ends(each.name) || ends(each.as)));
  if (!other || other.isRefused) return url;
  const path = ends(other.name) ? `${pathname}-elsewhere` : pathname.slice(0, -other.as.length) + other.name;
  return [path, ...query].join('?');
}

/** Exchanges the names in a JSON value, between those of the sandbox and those in their place. */
function exchanged(
  value: unknown,
  switches: readonly NameSwitch[],
  place: NameSwitch['in'],
  [from, to]: Direction,
): unknown {
  const other = (rows: readonly NameSwitch[], word: string) => {
    const row = rows.find((each) => each[from] === word);
    if (row) return row[to] || undefined;
    return rows.some((each) => each[to] === word) ? undefined : word;
  };
  if (Array.isArray(value)) return value.map((each) => exchanged(each, switches, place, [from, to]));
  if (typeof value !== 'object' || value === null) return value;
  const members = switches.filter((each) => each.in === place);
  const entries = Object.entries(value).map(([name, inner]) => {
    const member = other(members, name);
    const ofMember = switches.filter(({ of }) => of === (from === 'name' ? name : member));
    if (typeof inner !== 'string') return [member, exchanged(inner, switches, place, [from, to])];
    const text = ofMember.find((each) => each.in === 'text' && each[from] !== '');
    return [member, text ? inner.replaceAll(text[from], text[to]) : other(ofMember, inner)];
  });
  return Object.fromEntries(entries.filter((entry) => !entry.includes(undefined)));
}

/** Whether a JSON value has a member or a value of this name. */
function hasName(value: unknown, { name, of }: NameSwitch): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isIt = of === undefined ? Object.hasOwn(value, name) : Reflect.get(value, of) === name;
  return isIt || Object.values(value).some((each) => hasName(each, { name, of } as NameSwitch));
}
