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

type Replaced = ProtocolName & { readonly chosen: string };
type Entries = readonly (readonly [name: string, value: unknown])[];

/** Returns the names of a service with what an operator chose. */
export function wireNames(service: string, chosen: ChosenNames = {}): WireNames {
  const replaced = (Object.keys(chosen) as ProtocolNameKey[])
    .filter((key) => key.startsWith(`${service}.`))
    .map((key): Replaced => ({ ...protocolNames[key], chosen: chosen[key] ?? '' }));
  if (replaced.length === 0) return { call: (call) => call, answer: (body) => body };
  const isIn = (...places: ProtocolName['in'][]) => replaced.filter((each) => places.includes(each.in));
  const [inBody, inAnswer, values, texts] = [isIn('body'), isIn('answer'), isIn('value'), isIn('text')];
  const sent = (name: string, value: unknown): Entries => {
    const chosenValue = values.find((each) => each.of === name && each.name === value)?.chosen ?? value;
    return renamed(inBody.find((each) => each.name === name)?.chosen ?? name, chosenValue);
  };
  const read = (name: string, value: unknown): Entries => {
    const ours = inAnswer.find((each) => each.chosen === name)?.name;
    // Where the service has our name, it means something else.
    if (!ours && inAnswer.some((each) => each.name === name)) return [];
    const member = ours ?? name;
    const known = values.filter((each) => each.of === member);
    if (known.some((each) => each.name === value)) return [];
    const text = texts.find((each) => each.of === member && each.chosen !== '');
    if (text && typeof value === 'string') return [[member, value.replaceAll(text.chosen, text.name)]];
    return [[member, known.find((each) => each.chosen === value)?.name ?? value]];
  };
  return {
    call: (call) => ({
      ...call,
      path: pathOf(call.path, isIn('path', 'query')),
      ...(call.body !== undefined && { body: mapMembers(call.body, sent) }),
      ...(call.form && { form: mapMembers(call.form, sent) }),
    }),
    answer: (body) => mapMembers(body, read) as typeof body,
  };
}

function renamed(name: string, value: unknown): Entries {
  return name === '' || value === '' ? [] : [[name, value]];
}

function pathOf(path: string, replaced: readonly Replaced[]): string {
  const [pathname = '', query] = path.split('?', 2);
  const find = (place: ProtocolName['in'], name: string) =>
    replaced.find((each) => each.in === place && each.name === name)?.chosen ?? name;
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const theirs = find('query', name);
    if (theirs !== '') kept.append(theirs, value);
  }
  return find('path', pathname) + (kept.size === 0 ? '' : `?${kept}`);
}

/** Exchanges the members of every object in a JSON value. */
function mapMembers(value: unknown, map: (name: string, value: unknown) => Entries): unknown {
  if (Array.isArray(value)) return value.map((each) => mapMembers(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => map(name, mapMembers(inner, map))),
  );
}
