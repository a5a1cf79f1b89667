import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnswerFault, withFault } from '../control/answer-faults.ts';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { sameSecret } from '../same-secret.ts';
import { equals, type FilterFields, readFilter } from './filter.rules.ts';
import type { Midnight, WireRecord } from './from-lines.rules.ts';
import { createReader } from './gotransverse.reader.ts';
import { type BillingStore, type Listed, RefusalError } from './gotransverse.store.ts';
import { names } from './gotransverse-names.ts';

interface ApiContext extends FaultContext {
  readonly billing: BillingStore;
  readonly credentials: Credentials;
  readonly midnight: Midnight;
  readonly billingCallsPerSecond: number;
}
type Query = Readonly<Record<string, string | undefined>>;
type ResourcePath = Readonly<Partial<Record<'resource' | 'id' | 'collection', string>>>;
/** Makes an answer of records, in a mode of the service. */
type Shape = (list: WireRecord[], mode: string) => unknown;

const [id, number] = [{ sql: 'id', isId: true }, { sql: 'key' }];
const ofAccount: FilterFields = { id, billing_account_id: { sql: 'account', isId: true } };
const reference = { sql: "json_extract(body, '$.reference')" };
/** The resources: the fields that their records can be asked for by, and the collection inside each. */
const resources: Readonly<
  Record<string, { kind: Listed['kind']; fields: FilterFields; collection: string }>
> = {
  'billing-accounts': { kind: 'account', fields: { id, account_num: number }, collection: '' },
  invoices: { kind: 'invoice', fields: { ...ofAccount, invoice_num: number }, collection: 'invoice_items' },
  adjustments: {
    kind: 'adjustment',
    fields: { ...ofAccount, [names.adjustmentNumber]: number },
    collection: names.adjustmentItems,
  },
  payments: {
    kind: 'payment',
    fields: { ...ofAccount, [names.paymentNumber]: number, reference },
    collection: names.allocations,
  },
};
/** The most records of a page, and entries of a collection inside a record. */
const pageSize = 50;
const secondMs = 1000;

/** Gotransverse's Billing API 2.0, as far as the portal reads it. */
export function registerGotransverse(app: FastifyInstance, context: ApiContext): void {
  const { billing, billingCallsPerSecond: mostCalls, credentials } = context;
  const accountOf = ({ query, params }: FastifyRequest) => {
    const { account_num, billing_account_id, id: asked = (params as ResourcePath).id } = query as Query;
    return account_num ?? billing.findById(Number(billing_account_id ?? asked))?.body.accountNumber;
  };
  registerResponseFaults(app, 'gotransverse', { ...context, accountOf }, { exception: 'Unavailable' });
  let counted = { second: 0, calls: 0 };
  app.addHook('preHandler', async ({ headers }, reply) => {
    if (!sameSecret(String(headers['x-api-key']), credentials.GTV_API_KEY))
      return reply.code(401).send({ exception: 'The key is wrong' });
    const second = Math.floor(performance.now() / secondMs);
    counted = { second, calls: second === counted.second ? counted.calls + 1 : 1 };
    if (mostCalls === 0 || counted.calls <= mostCalls) return undefined;
    return reply.code(429).header('retry-after', 1).send({ exception: 'Too many calls' });
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof RefusalError)) throw error;
    return reply.code(400).send({ exception: error.message });
  });
  for (const path of ['/:resource', '/:resource/:id', '/:resource/:id/:collection'])
    app.get(
      path,
      async ({ params, query }, reply) =>
        answer(context, params as ResourcePath, query as Query, reply) ??
        reply.code(404).send({ exception: 'Not found' }),
    );
}

/** Answers a list, a record, or a collection of a record; undefined when there is none. */
function answer(
  context: ApiContext,
  { resource = '', id: one, collection }: ResourcePath,
  query: Query,
  reply: FastifyReply,
) {
  const asked = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
  if (!asked) return undefined;
  const member = asked.collection;
  // A fault may have left the collection out.
  const withCap = (record: WireRecord) => {
    const all = record[member];
    return Array.isArray(all) ? { ...record, [member]: all.slice(0, pageSize) } : record;
  };
  if (one === undefined) {
    const { page, others } = readPage(query);
    const condition = conditionOf(asked, others);
    const { records, select } = context.billing;
    const total = page.omitsTotal ? 0 : records.count({ condition });
    const found = select<Listed>(condition, page.size, page.offset);
    return send(context, found, reply, (list, mode) =>
      sendPage(reply, list.map(withCap), { ...page, total }, mode),
    );
  }
  const record = /^\d{1,15}$/.test(one) ? context.billing.findById(Number(one)) : undefined;
  if (record?.kind !== asked.kind) return undefined;
  if (collection === undefined) return send(context, [record], reply, (list) => list.map(withCap)[0]);
  if (member.replace('_', '-') !== collection) return undefined;
  const { page } = readPage(query);
  return send(context, [record], reply, ([whole = {}], mode) => {
    const all = (whole[member] ?? []) as WireRecord[];
    const entries = all.slice(page.offset, page.offset + page.size);
    return sendPage(reply, entries, { ...page, total: all.length }, mode);
  });
}

function conditionOf({ kind, fields }: (typeof resources)[string], { filter, ...given }: Query) {
  const conditions = [
    { sql: 'kind = ?', values: [kind] },
    ...Object.entries(given).map(([name, value]) => equals(fields, name, String(value))),
    ...(filter === undefined ? [] : [readFilter(String(filter), fields)]),
  ];
  const values = conditions.flatMap((condition) => condition.values);
  return { sql: conditions.map(({ sql }) => sql).join(' and '), values };
}

/** Answers with records, and with what is wrong in the mode of the service. */
function send(
  { billing, control, midnight }: ApiContext,
  records: Listed[],
  reply: FastifyReply,
  shape: Shape,
) {
  const isOf = ({ body }: Listed, account?: string) =>
    account === undefined || account === body.accountNumber;
  const right = records.map(createReader(billing, midnight));
  const { mode, account, field } = control.take('gotransverse', (setting) => {
    const isThere = !setting.field || JSON.stringify(right).includes(`"${setting.field}":`);
    return isAnswerFault(setting.mode) && isThere && records.some((record) => isOf(record, setting.account));
  });
  if (mode === 'normal') return shape(right, mode);
  const otherMidnight = midnight === 'utc' ? 'central' : 'utc';
  const read = createReader(billing, mode === 'other-midnight' ? otherMidnight : midnight);
  const sql = 'kind = ? and id <> ? and coalesce(account, 0) <> ?';
  const list = records.map((record) => {
    if (!isOf(record, account)) return read(record);
    const [other] = billing.select<Listed>(
      { sql, values: [record.kind, record.id, record.account ?? -1] },
      1,
    );
    return withFault(read(record), mode, field, other && read(other));
  });
  const text = JSON.stringify(shape(list, mode));
  return reply.type('application/json').send(mode === 'cut' ? text.slice(0, text.length / 2) : text);
}

function readPage({ page_number = '1', page_size = String(pageSize), omit_total_count, ...others }: Query) {
  const [page, size] = [Number(page_number), Number(page_size)];
  const isRight = Number.isSafeInteger(page) && Number.isSafeInteger(size) && page > 0 && size > 0;
  if (!isRight || size > pageSize)
    throw new RefusalError(`page_size is from 1 to ${pageSize}, page_number from 1`);
  return { page: { size, offset: (page - 1) * size, omitsTotal: omit_total_count === 'true' }, others };
}

type Page = ReturnType<typeof readPage>['page'] & { readonly total: number };

function sendPage(reply: FastifyReply, list: WireRecord[], { size, omitsTotal, total }: Page, mode: string) {
  reply.header('X-element-count', list.length);
  if (!omitsTotal) reply.headers({ 'X-total-count': total, 'X-total-pages': Math.ceil(total / size) });
  if (mode === 'half-list') return list.slice(0, -1);
  const kept = list.slice(0, size - 1);
  return mode === 'repeats' ? [...kept, ...kept.slice(-1)] : list;
}
