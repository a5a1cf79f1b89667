import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './text.ts';

/** The token of the link in a mail. A malformed one is answered as an unknown one is. */
const token = z.string().min(1);

/** What the link shows of a change of the sign-in address. It names no address. */
const loginChange = z.object({
  /** `lapsed`: the new address was not proved in time. */
  state: z.enum(['waiting', 'stopped', 'completed', 'lapsed']),
  /** From then on a code sent to the new address completes it. */
  opensAt: instant,
});
export type LoginChange = z.infer<typeof loginChange>;

const common = {
  feature: 'login',
  requirement: 'API-27',
  isPublic: true,
  reply: loginChange,
  problems: ['request.not-found'],
} as const;

export const showLoginChange = endpoint({
  ...common,
  operationId: 'loginChange',
  method: 'GET',
  path: '/login/change',
  summary: 'The change of a sign-in address that the link of its mails can stop, and what became of it.',
  query: z.object({ Token: token }),
});

export const stopLoginChange = endpoint({
  ...common,
  operationId: 'stopLoginChange',
  method: 'POST',
  path: '/login/change/stop',
  summary: 'Stops a change of a sign-in address that waits. The reply says what then holds.',
  body: z.strictObject({ token }),
});
