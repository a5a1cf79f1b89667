import type { FastifyInstance } from 'fastify';
import type { Reads } from '../../apps/server/src/platform/database/pipeline/pipeline.ts';

const text = `
  select id, invoice_number, issued_on, due_on, paid_on, amount_cents, open_cents,
    (select count(*) from invoice where account_id = $1 and voided_at is null) as total
  from invoice where account_id = $1 and voided_at is null
  order by issued_on desc, id desc limit 5`;

/** Five invoices and a count in one named statement, without an account check. */
export function registerListFloor(app: FastifyInstance, reads: Reads): void {
  app.get<{ Querystring: { account: string } }>('/list', async ({ query }) => {
    const { rows } = await reads.query(text, [query.account]);
    return { totalCount: rows[0]?.total, result: rows };
  });
}
