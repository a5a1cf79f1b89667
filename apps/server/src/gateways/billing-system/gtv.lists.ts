import { z } from 'zod';
import { httpStatus, type JsonResponse } from '../service-http.ts';
import type { BillingList, NewRecords } from './billing-system.ts';
import { id, number } from './gtv.fields.ts';
import { afterFilter, countHeader, pageSize, resources } from './gtv.names.ts';

/** No answer, or none that is whole: what was read of it counts for nothing. */
export class NoAnswer extends Error {
  readonly retryAfterSeconds: number | null;

  constructor(text: string, retryAfter: number | null = null) {
    super(text);
    this.retryAfterSeconds = retryAfter;
  }
}

/** Makes one of an answer’s calls. Throws {@link NoAnswer}. */
export type Get = (path: string) => Promise<JsonResponse>;

/** Reads all pages of a list. Fewer or other records than the list counts, or one twice, are no answer. */
export async function readPages(
  get: Get,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const pages = { page_number: String(page), page_size: String(pageSize) };
    const response = await get(`${path}?${new URLSearchParams({ ...query, ...pages })}`);
    const { list, total } = readList(response);
    all.push(...list);
    if (list.length === pageSize && all.length !== total) continue;
    const ids = all.map((row) => (row as { readonly id?: unknown } | null)?.id);
    if (total !== null && total !== all.length)
      throw new NoAnswer(`${path} has ${all.length} of ${total} records`);
    if (new Set(ids).size !== all.length && ids.some((given) => given !== undefined))
      throw new NoAnswer(`${path} has a record twice`);
    return all;
  }
}

/** The rows of a list and how many there are in all; null where the answer does not count them. */
function readList({ status, body, headers }: JsonResponse): { list: unknown[]; total: number | null } {
  const list: unknown = body;
  if (status !== httpStatus.ok || !Array.isArray(list)) throw new NoAnswer(`HTTP ${status} without a list`);
  const count = headers?.get(countHeader);
  return { list, total: count && /^\d+$/.test(count) ? Number(count) : null };
}

const listed = z.array(z.object({ id, billing_account: z.object({ account_num: number }) }));
const listedAccounts = z.array(
  z.object({ id, account_num: number }).transform(({ id: own, account_num }) => ({
    id: own,
    billing_account: { account_num },
  })),
);

/** Lists records after an id, at most a page. */
export async function listAfter(get: Get, list: BillingList, after: string | null) {
  const query = { ...(after !== null && { filter: afterFilter(after) }), page_size: String(pageSize) };
  const response = await get(`${resources[list]}?${new URLSearchParams(query)}`);
  return newRecords(list, readList(response).list, after);
}

/** Finds the greatest id of a list. */
export async function findLast(get: Get, list: BillingList) {
  const pageOf = async (page: number) =>
    readList(await get(`${resources[list]}?page_size=1&page_number=${page}`));
  const { total } = await pageOf(1);
  if (total === null) throw new NoAnswer(`${resources[list]} has no ${countHeader}`);
  const { list: last } = total === 0 ? { list: [] } : await pageOf(total);
  return { ...newRecords(list, last, null), accountNumbers: [], isLast: true };
}

/** Ids must grow: else the list would begin again, or skip. */
function newRecords(
  list: BillingList,
  given: readonly unknown[],
  after: string | null,
): Omit<Extract<NewRecords, { outcome: 'listed' }>, 'calls'> {
  const parsed = (list === 'accounts' ? listedAccounts : listed).safeParse(given);
  if (!parsed.success) throw new NoAnswer(`${resources[list]}: ${parsed.error.issues[0]?.message}`);
  let lastId = after;
  for (const row of parsed.data) {
    if (lastId !== null && BigInt(row.id) <= BigInt(lastId))
      throw new NoAnswer(`${resources[list]} is not in order of id after ${lastId}`);
    lastId = row.id;
  }
  return {
    outcome: 'listed',
    accountNumbers: [...new Set(parsed.data.map(({ billing_account }) => billing_account.account_num))],
    lastId,
    isLast: given.length < pageSize,
  };
}
