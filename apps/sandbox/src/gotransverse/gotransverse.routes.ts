import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnswerFault, withFault } from '../control/answer-faults.ts';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { sameSecret } from '../same-secret.ts';
import { equals, type FilterFields, QuestionError, readFilter } from './filter.rules.ts';
import type { Midnight, WireRecord } from './from-lines.rules.ts';
import { createReader } from './gotransverse.reader.ts';
import type { BillingStore, Kind, Stored } from './gotransverse.store.ts';
import { names } from './gotransverse-names.ts';

export interface ApiContext extends FaultContext {
  readonly billing: BillingStore;
  readonly credentials: Credentials;
  readonly midnight: Midnight;
  readonly billingCallsPerSecond: number;
}
/** A resource: its records, the fields that they can be asked for by, and the collection inside each. */
interface Resource {
  readonly kind: Kind;
  readonly fields: FilterFields;
  readonly collection: string;
}
type Query = Readonly<Record<string, string | undefined>>;
type Asked = Readonly<Partial<Record<'resource' | 'id' | 'collection', string>>>;

const resource = (kind: Kind, number: string, collection = '', more: FilterFields = {}): Resource => {
  const id = { sql: 'id', isId: true };
  const owner: FilterFields =
    kind === 'account' ? {} : { billing_account_id: { sql: 'account', isId: true } };
  return { kind, collection, fields: { id, ...owner, [number]: { sql: 'key' }, ...more } };
};
const reference = { sql: "json_extract(body, '$.reference')" };
const resources = new Map([
  ['billing-accounts', resource('account', 'account_num')],
  ['invoices', resource('invoice', 'invoice_num', 'invoice_items')],
  ['adjustments', resource('adjustment', names.adjustmentNumber, names.adjustmentItems)],
  ['payments', resource('payment', names.paymentNumber, names.allocations, { reference })],
]);
/** The most records of a page, and entries of a collection inside a record. */
const pageSize = 50;
const secondMs = 1000;

/** Gotransverse's Billing API 2.0, as far as the portal reads it. */
export function registerGotransverse(app: FastifyInstance, context: ApiContext): void {
  const { billing, billingCallsPerSecond: mostCalls, credentials } = context;
  const accountOf = (request: FastifyRequest) => accountNamed(billing, request);
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
    if (!(error instanceof QuestionError)) throw error;
    return reply.code(400).send({ exception: error.message });
  });
  const answer = async ({ params, query }: FastifyRequest, reply: FastifyReply) => {
    const { resource: name = '', id, collection } = params as Asked;
    const asked = resources.get(name);
    if (asked && id === undefined) return answerList(context, asked, query as Query, reply);
    const record = /^\d{1,15}$/.test(id ?? '') ? billing.findById(Number(id)) : undefined;
    const isThere = collection === undefined || collection === asked?.collection.replace('_', '-');
    if (!asked || record?.kind !== asked.kind || !isThere)
      return reply.code(404).send({ exception: 'There is no such record' });
    return send(context, [record], reply, ([whole = {}], mode) => {
      if (collection === undefined) return withCap(whole, asked);
      const all = whole[asked.collection] as WireRecord[];
      const page = readPage(query as Query);
      return pageOf(
        all.slice(page.offset, page.offset + page.size),
        { ...page, total: () => all.length },
        mode,
        reply,
      );
    });
  };
  for (const path of ['/:resource', '/:resource/:id', '/:resource/:id/:collection']) app.get(path, answer);
}

const numberOf = (billing: BillingStore, { account, key }: Stored) =>
  account === null ? key : billing.findById(account)?.key;

/** The account that a call names. */
function accountNamed(billing: BillingStore, { query, params }: FastifyRequest): string | undefined {
  const { account_num, billing_account_id, id = (params as Asked).id } = query as Query;
  const record = billing.findById(Number(billing_account_id ?? id));
  return account_num ?? (record && numberOf(billing, record));
}

function answerList(context: ApiContext, asked: Resource, query: Query, reply: FastifyReply) {
  const { filter, page_number, page_size, omit_total_count, ...given } = query;
  const page = readPage({ page_number, page_size, omit_total_count });
  const conditions = [
    { sql: 'kind = ?', values: [asked.kind] },
    ...Object.entries(given).map(([name, value]) => equals(asked.fields, name, String(value))),
    ...(filter === undefined ? [] : [readFilter(String(filter), asked.fields)]),
  ];
  const values = conditions.flatMap((condition) => condition.values);
  const condition = { sql: conditions.map(({ sql }) => sql).join(' and '), values };
  const { records, select } = context.billing;
  const total = () => records.count({ condition });
  return send(context, select(condition, page.size, page.offset), reply, (list, mode) =>
    pageOf(
      list.map((record) => withCap(record, asked)),
      { ...page, total },
      mode,
      reply,
    ),
  );
}

/** Answers with records, and with what is wrong in the mode of the service. */
function send(
  { billing, control, midnight }: ApiContext,
  records: readonly Stored[],
  reply: FastifyReply,
  shape: (list: WireRecord[], mode: string) => unknown,
) {
  const isOf = (record: Stored, account?: string) => [undefined, numberOf(billing, record)].includes(account);
  const right = records.map(createReader(billing, midnight));
  const { mode, account, field } = control.take('gotransverse', (setting) => {
    const isThere = JSON.stringify(right).includes(setting.field ? `"${setting.field}":` : '');
    return isAnswerFault(setting.mode) && isThere && records.some((record) => isOf(record, setting.account));
  });
  if (mode === 'normal') return shape(right, mode);
  const otherMidnight = midnight === 'utc' ? 'central' : 'utc';
  const read = createReader(billing, mode === 'other-midnight' ? otherMidnight : midnight);
  const sql = 'kind = ? and id <> ? and coalesce(account, 0) <> ?';
  const list = records.map((record, index) => {
    if (!isOf(record, account)) return right[index] as WireRecord;
    const [other] = billing.select({ sql, values: [record.kind, record.id, record.account ?? -1] }, 1);
    return withFault(read(record), mode, field, other && read(other));
  });
  const body = shape(list, mode);
  const text = JSON.stringify(body);
  return mode === 'cut' ? reply.type('application/json').send(text.slice(0, text.length / 2)) : body;
}

function withCap(record: WireRecord, { collection }: Resource): WireRecord {
  const entries = record[collection] as unknown[] | undefined;
  return entries ? { ...record, [collection]: entries.slice(0, pageSize) } : record;
}

function readPage({ page_number = '1', page_size = String(pageSize), omit_total_count, ...others }: Query) {
  for (const name of Object.keys(others)) throw new QuestionError(`"${name}" is not a parameter`);
  const [number, size] = [Number(page_number), Number(page_size)];
  const isRight = Number.isSafeInteger(number) && Number.isSafeInteger(size) && number > 0 && size > 0;
  if (!isRight || size > pageSize)
    throw new QuestionError(`page_size must be from 1 to ${pageSize}, page_number from 1`);
  return { size, offset: (number - 1) * size, omitsTotal: omit_total_count === 'true' };
}

type Page = ReturnType<typeof readPage> & { readonly total: () => number };

function pageOf(list: WireRecord[], { size, omitsTotal, total }: Page, mode: string, reply: FastifyReply) {
  const all = omitsTotal ? 0 : total();
  reply.header('X-element-count', list.length);
  if (!omitsTotal) reply.headers({ 'X-total-count': all, 'X-total-pages': Math.ceil(all / size) });
  if (mode === 'half-list') return list.slice(0, -1);
  const kept = list.slice(0, size - 1);
  return mode === 'repeats' ? [...kept, ...kept.slice(-1)] : list;
}
