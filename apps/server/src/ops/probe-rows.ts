import { withoutLongNumbers } from '../features/audit/audit.rules.ts';
import { type ProtocolName, type ProtocolNameKey, protocolNames } from '../gateways/protocol-names.ts';
import { httpStatus, type ServiceResponse } from '../gateways/service-http.ts';
import type { Result } from './probing.ts';

/** What is known of a call, or of a name in it. */
export interface ProbeFinding {
  readonly result: 'works' | 'differs' | 'not reachable';
  readonly detail: string;
  /** The service was called and did not answer. */
  readonly isAway?: boolean;
}

type Answers = readonly ServiceResponse[];

/** Returns whether a call came to what it should: its outcome or why nobody makes it, with what the service answered. */
export function callFinding(works: string, came: Result, answers: Answers): ProbeFinding {
  if (typeof came === 'string') return { result: 'not reachable', detail: came };
  if (came.outcome === works) return { result: 'works', detail: '' };
  const text = typeof came.text === 'string' ? `: ${came.text}` : '';
  const detail = withoutLongNumbers(came.outcome + text);
  return answers.some(isAnswer)
    ? { result: 'differs', detail: `expected ${works}, came ${detail}` }
    : { result: 'not reachable', detail, isAway: true };
}

/** A failure of the service, or of a hop before it, says nothing about a call. */
function isAnswer(response: ServiceResponse): boolean {
  if (response.kind === 'response') return response.status < httpStatus.firstServerError;
  return /^HTTP [1-4]/.test(response.text);
}

/** Returns whether a name of a call works: one that is sent if the call does, any other if it came. */
export function nameFinding(
  key: ProtocolNameKey,
  shown: string,
  call: ProbeFinding,
  answers: Answers,
): ProbeFinding {
  const { result } = call;
  if (result === 'not reachable') return { result, detail: '' };
  const { name, of, in: place }: ProtocolName = protocolNames[key];
  if (place !== 'answer' && place !== 'value') return { result, detail: `sent ${shown}` };
  const members = answers.flatMap((answer) => (answer.kind === 'response' ? membersOf(answer.body) : []));
  const values = members.flatMap(([member, value]) => (member === of ? [String(value)] : []));
  const came = of === undefined ? members.map(([member]) => member) : values;
  if (came.includes(name)) return { result: 'works', detail: `came ${shown}` };
  const expected = of === undefined ? shown : `${of} ${shown}`;
  return {
    result: 'differs',
    detail: `expected ${expected}, came ${[...new Set(came)].join(', ') || 'none'}`,
  };
}

/** Returns the members of every object in a JSON value. */
function membersOf(value: unknown): (readonly [name: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(membersOf);
  return Array.isArray(value) ? inner : [...Object.entries(value), ...inner];
}
