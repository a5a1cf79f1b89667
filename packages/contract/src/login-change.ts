import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './text.ts';

/** The token of the link in a mail. A malformed one is answered as an unknown one is. */
const token = z.string().min(1);

/** What became of a change of the sign-in address; `lapsed`: the new address was not proved in time. */
export const loginChangeStates = ['waiting', 'stopped', 'completed', 'lapsed'] as const;
export type LoginChangeState = (typeof loginChangeStates)[number];

/** What the link shows of a change. It names no address. */
export const loginChange = z.object({
  state: z.enum(loginChangeStates),
  /** From then on a code sent to the new address completes it. */
  opensAt: instant,
});
export type LoginChange = z.infer<typeof loginChange>;

export const showLoginChange = endpoint({
  operationId: 'loginChange',
  feature: 'login',
  method: 'GET',
  path: '/login/change',
  summary: 'The change of a sign-in address that the link of its mails can stop, and what became of it.',
  requirement: 'API-27',
  isPublic: true,
  query: z.object({ Token: token }),
  reply: loginChange,
  problems: ['request.not-found'],
});

export const stopLoginChange = endpoint({
  operationId: 'stopLoginChange',
  feature: 'login',
  method: 'POST',
  path: '/login/change/stop',
  summary: 'Stops a change of a sign-in address that waits. The reply says what then holds.',
  requirement: 'API-27',
  isPublic: true,
  body: z.strictObject({ token }),
  reply: loginChange,
  problems: ['request.not-found'],
});
