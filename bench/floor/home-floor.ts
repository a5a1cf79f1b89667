import type { FastifyInstance } from 'fastify';
import type { Reads } from '../../apps/server/src/platform/database/pipeline/pipeline.ts';

const account = `
  select a.*, c.customer_number, p.name as plan_name,
    (select json_agg(d) from address d where d.account_id = a.id) as addresses
  from account a join customer c on c.id = a.customer_id join plan p on p.id = a.plan_id where a.id = $1`;
const bills = `
  select id, invoice_number, issued_on, due_on, amount_cents, open_cents, previous_balance_cents,
    payments_received_cents
  from invoice where account_id = $1 and voided_at is null order by issued_on desc, id desc limit 12`;
const lines = `
  select i.position, i.description, c.charge_type, c.description as charge, c.amount_cents
  from invoice_item i join invoice_charge c on c.account_id = i.account_id and c.invoice_id = i.invoice_id
    and c.item_position = i.position
  where i.account_id = $1 and i.invoice_id = $2 order by i.position, c.position`;
const outstanding = `
  select (select min(due_on) from invoice where account_id = $1 and open_cents > 0 and voided_at is null) as due_on,
    (select sum(amount_cents) from payment where account_id = $1 and state in ('SUBMITTING', 'UNKNOWN', 'PENDING'))
      as in_flight`;
const method = `
  select m.id, m.method_type, m.card_type, m.nickname, m.last_four, m.expires_on, e.id as enrollment
  from account a
  left join payment_method m on m.account_id = a.id and m.is_default and m.valid_to is null
  left join autopay_enrollment e on e.account_id = a.id and e.ended_at is null
  where a.id = $1`;

/** The dashboard's rows in five named statements, without an account check. */
export function registerHomeFloor(app: FastifyInstance, reads: Reads): void {
  const ask = async (text: string, values: readonly unknown[]) => (await reads.query(text, values)).rows;
  app.get<{ Querystring: { account: string } }>('/home', async ({ query: { account: id } }) => {
    const [[found], [open], [usual], recentBills] = await Promise.all([
      ask(account, [id]),
      ask(outstanding, [id]),
      ask(method, [id]),
      ask(bills, [id]),
    ]);
    const latestLines = await ask(lines, [id, recentBills[0]?.id]);
    return { account: found, recentBills, latestLines, open, usual };
  });
}
