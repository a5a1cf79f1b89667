import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { contract } from './contract.ts';
import { buildOwner, type Ids, unknownIds } from './endpoint-ids.ts';
import { endpointRows, inputOf, nameOf, parametersOf, requestOf, rowOf } from './endpoint-rows.ts';

const portal = forFile(() => startPayingPortal());

const withInput = contract.filter((call) => parametersOf(call).length > 0);
const privateCalls = withInput.filter((call) => !call.isPublic);

/** Returns the whole response except the correlation id. */
function answerOf(response: LightMyRequestResponse): unknown {
  const { correlationId: _, ...body } = response.json();
  return { status: response.statusCode, type: response.headers['content-type'], body };
}

/** Returns the numbers of rows that an account has where a call could leave a trace. */
async function traceOf({ accountId }: Ids): Promise<number[]> {
  const tables = ['payment', 'audit_entry', 'consent', 'outbox', 'page_event'] as const;
  const counts = tables.map((table) =>
    portal.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('found'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ found }) => Number(found));
}

describe('somebody else’s data answers as if it did not exist', () => {
  test('only these calls name nothing that belongs to a customer', () => {
    const without = privateCalls.filter((call) => rowOf(call).namesNothing).map(nameOf);
    expect(without).toEqual([
      'POST /hash/transafe/frame',
      'GET /payments/chase/uid',
      'POST /sessions/fresh-code',
      'POST /sessions/fresh-code/validate',
      'GET /login/otp/login-stats',
    ]);
  });

  const namingCalls = privateCalls.filter((call) => !rowOf(call).namesNothing);
  test.each(namingCalls.map((call) => [nameOf(call), call] as const))(
    '[API-25] %s responds to its owner, and to everybody else as for an unknown id',
    async (_, call) => {
      const kinds = Object.values(rowOf(call).ids ?? {});
      expect(kinds, 'the row names no id: is this call public?').not.toEqual([]);
      const own = await buildOwner(portal);
      const foreign = await buildOwner(portal);
      const unknown = unknownIds();
      const token = await portal.signIn(own.login.emailAddress);
      const send = (ids: Ids) => portal.inject(requestOf(call, inputOf(call, ids), token));
      const before = await traceOf(foreign.ids);
      for (const kind of kinds) {
        const values = [own.ids[kind], foreign.ids[kind], unknown[kind]];
        expect(new Set(values).size, `${kind}: own, foreign and unknown must differ`).toBe(3);
        const refused = await send({ ...own.ids, [kind]: foreign.ids[kind] });
        expect([400, 404], `${kind} of somebody else: ${refused.body}`).toContain(refused.statusCode);
        expect(refused.body).not.toContain(foreign.ids[kind]);
        const missing = await send({ ...own.ids, [kind]: unknown[kind] });
        expect(answerOf(refused), `${kind} of somebody else and unknown`).toEqual(answerOf(missing));
      }
      expect((await send(foreign.ids)).statusCode, 'all ids of somebody else').toBeGreaterThanOrEqual(400);
      expect(await traceOf(foreign.ids)).toEqual(before);
      const answered = await send(own.ids);
      expect(answered.statusCode, answered.body.slice(0, 500)).toBe(rowOf(call).status ?? 200);
    },
  );
});

describe('the rows of these tests', () => {
  test('every parameter of an endpoint is known, and every row is one of an endpoint with input', () => {
    expect(withInput.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(endpointRows)));
    for (const call of withInput) rowOf(call);
  });
});
