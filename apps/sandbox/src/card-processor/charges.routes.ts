import type { FastifyInstance } from 'fastify';
import { html } from '../pages/html.ts';
import { serveLists } from '../pages/page.ts';
import type { ChargeContext } from './charge.service.ts';
import type { Charge, Processor } from './charge.store.ts';
import { chargeState } from './charge.ts';
import { chargesTables } from './charges.page.ts';

const pageLimit = 100;
const attemptsLimit = 10_000;

/** Charges for people (`/charges`) and for tests (`/charges.json`). */
export function registerCharges(app: FastifyInstance, { charges, attempts, clock }: ChargeContext): void {
  const describe = (charge: Charge) => ({ ...charge, state: chargeState(charge, clock.now()) });
  serveLists(app, {
    title: 'Charges',
    section: '/charges',
    intro:
      () => html`<p>Every charge that both card processors stored, whether or not the portal got a response. Complete
lists for programs: <a href="/charges.json">/charges.json</a>
(<a href="/charges.json?declined=yes">with declined charges</a>) and <a href="/attempts.json">/attempts.json</a>.</p>`,
    lists: () => chargesTables(charges.list({}, pageLimit).map(describe), attempts.list({}, pageLimit)),
  });
  app.get('/charges.json', async (request) => {
    const { processor, reference, declined } = request.query as Record<string, string | undefined>;
    const refusal = declined === 'yes' ? undefined : null;
    const asked = { processor: processor as Processor | undefined, reference, refusal };
    return charges.list({ ...asked, refundOf: null }).map(describe);
  });
  app.get('/refunds.json', async () =>
    charges
      .list({ refusal: null })
      .filter(({ refundOf }) => refundOf !== null)
      .map(describe),
  );
  app.post('/charges/:id/return', async (request, reply) => {
    const { code = '' } = (request.body ?? {}) as { code?: string };
    if (!/^R\d\d$/.test(code))
      return reply.code(400).send({ error: 'code must be R and two digits, such as R01' });
    const { id } = request.params as { id: string };
    const at = clock.now().toISOString();
    const debit = charges.find({ id, kind: 'bank', refusal: null, voidedAt: null });
    const isReturned = debit?.returnsAt && debit.returnsAt <= at;
    if (debit && !isReturned) charges.update({ id }, { returnsAt: at, returnCode: code });
    return reply.redirect('/charges', 303);
  });
  // A test does not wait for the night in which a card's charge settles.
  app.post('/charges/:id/settle', async (request, reply) => {
    const { id } = request.params as { id: string };
    charges.update({ id }, { settlesAt: clock.now().toISOString() });
    return reply.redirect('/charges', 303);
  });
  app.get('/attempts.json', async () => attempts.list({}, attemptsLimit));
}
