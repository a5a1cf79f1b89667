import {
  type ChosenNames,
  type ProtocolName,
  type ProtocolNameKey,
  protocolNames,
} from './protocol-names.ts';

/** The parts of a call that have names. */
interface NamedCall {
  readonly path: string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

/** Puts a service's own names into calls, and ours into its answers and callbacks. */
export interface WireNames {
  call<C extends NamedCall>(call: C): C;
  answer<T>(body: T): T;
}

type Row = ProtocolName & { readonly chosen: string };
type Direction = readonly [from: 'name' | 'chosen', to: 'chosen' | 'name'];

/** Returns the names of a service with what an operator chose. */
export function wireNames(service: string, chosen: ChosenNames = {}): WireNames {
  const rows = (Object.keys(chosen) as ProtocolNameKey[])
    .filter((key) => key.startsWith(`${service}.`))
    .map((key): Row => ({ ...protocolNames[key], chosen: chosen[key] ?? '' }));
  if (rows.length === 0) return { call: (call) => call, answer: (body) => body };
  const send = (part: unknown, place: Row['in']) => exchanged(part, rows, place, ['name', 'chosen']);
  return {
    call: ({ path, body, form, ...call }) => {
      const [pathname = '', query] = path.split('?');
      const parameters = send(Object.fromEntries(new URLSearchParams(query)), 'query') as Record<
        string,
        string
      >;
      const theirs = rows.find((row) => row.in === 'path' && row.name === pathname)?.chosen ?? pathname;
      return {
        ...call,
        path: `${theirs}${query === undefined ? '' : `?${new URLSearchParams(parameters)}`}`,
        body: send(body, 'body'),
        form: send(form, 'body'),
      } as typeof call & NamedCall as never;
    },
    answer: (body) => exchanged(body, rows, 'answer', ['chosen', 'name']) as typeof body,
  };
}

/** Exchanges the names in a JSON value. Where a name was replaced, the same word means something else and is left out. */
function exchanged(value: unknown, rows: readonly Row[], place: Row['in'], [from, to]: Direction): unknown {
  const other = (known: readonly Row[], word: string) => {
    const row = known.find((each) => each[from] === word);
    if (row) return row[to] || undefined;
    return known.some((each) => each[to] === word) ? undefined : word;
  };
  if (Array.isArray(value)) return value.map((each) => exchanged(each, rows, place, [from, to]));
  if (typeof value !== 'object' || value === null) return value;
  const members = rows.filter((row) => row.in === place);
  const entries = Object.entries(value).map(([name, inner]) => {
    const member = other(members, name);
    const ofMember = rows.filter(({ of }) => of === (from === 'name' ? name : member));
    if (typeof inner !== 'string') return [member, exchanged(inner, rows, place, [from, to])];
    const text = ofMember.find((row) => row.in === 'text' && row[from] !== '');
    return [member, text ? inner.replaceAll(text[from], text[to]) : other(ofMember, inner)];
  });
  return Object.fromEntries(entries.filter((entry) => !entry.includes(undefined)));
}
