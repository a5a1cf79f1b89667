import type { ImportType } from '@myaccount/contract/import';
import type { KnownHistory } from './import.account-history.rules.ts';
import { type KnownMethod, type KnownRepository, recordName } from './import.known.ts';
import type { Content } from './import.parse.ts';
import type { StagedLine } from './import.staging.ts';
import { type CustomerUnit, type UnitKnowledge, unitOf } from './import.unit.ts';

/** What the database knows of everything that the lines of a batch speak of. */
export interface BatchKnowledge extends UnitKnowledge {
  historyOf(accountId: string): KnownHistory;
  methodsOf(accountId: string): readonly KnownMethod[];
  /** The account that a number is taken by already: of a bill (a voided one is nobody’s), payment, method or visit. */
  takenBy(type: ImportType, key: string): string | undefined;
  appointmentId(externalId: string): string | undefined;
}

/** One batch: whole customers with what is new about them, and what the database knows. */
export interface Batch {
  readonly units: readonly CustomerUnit[];
  readonly known: BatchKnowledge;
}

const childTypes = ['paymentMethod', 'invoice', 'payment', 'appointment'] as const;

/** Leaves out what says the same as at its last import, and gathers what is needed to judge and write the rest. */
export async function prepareBatch(
  lines: readonly StagedLine[],
  repository: KnownRepository,
): Promise<Batch> {
  const readable = lines.filter(({ content }) => content !== null);
  const hashes = await repository.hashes(readable);
  const isNew = ({ type, key, hash }: StagedLine) =>
    !hash || !hashes.get(recordName(type, key))?.equals(hash);
  const waiting = lines.filter(isNew);
  const customers = [...new Set(waiting.map(({ customer }) => customer ?? ''))];
  const known = await gatherKnowledge(waiting, customers, repository);
  const byCustomer = Map.groupBy(waiting, ({ customer }) => customer ?? '');
  return { units: [...byCustomer].map(([number, its]) => unitOf(number, its, known)), known };
}

async function gatherKnowledge(
  lines: readonly StagedLine[],
  customerNumbers: readonly string[],
  repository: KnownRepository,
): Promise<BatchKnowledge> {
  const keysOf = (type: ImportType) => lines.filter((line) => line.type === type).map(({ key }) => key);
  const customers = await repository.customers(customerNumbers);
  const owners = lines.flatMap(({ type, owner }) => (isChild(type) && owner !== null ? [owner] : []));
  const accounts = await repository.accounts([...new Set([...keysOf('account'), ...owners])]);
  const ids = [...accounts.values()].map(({ id }) => id);
  const bills = await repository.bills(ids, keysOf('invoice'));
  const payments = await repository.payments(ids, keysOf('payment'));
  const methods = await repository.methods(ids, keysOf('paymentMethod'));
  const appointments = await repository.appointments(keysOf('appointment'));
  const allocations = Map.groupBy(await repository.allocations(ids), ({ accountId }) => accountId);
  const openings = new Map((await repository.openings(ids)).map((row) => [row.accountId, row]));
  const contents = await repository.contents([
    ...lines.filter(({ content }) => content !== null),
    ...customerNumbers.map((key) => ({ type: 'customer' as const, key })),
  ]);
  const billsOf = Map.groupBy(
    bills.filter(({ isVoided }) => !isVoided),
    ({ accountId }) => accountId,
  );
  const paymentsOf = Map.groupBy(payments, ({ accountId }) => accountId);
  const methodsOf = Map.groupBy(methods, ({ accountId }) => accountId);
  const taken = new Map<string, string>([
    ...bills.map(
      (bill) => [recordName('invoice', bill.number), bill.isVoided ? '' : bill.accountId] as const,
    ),
    ...payments.map(
      ({ externalId, id, accountId }) => [recordName('payment', externalId ?? id), accountId] as const,
    ),
    ...methods.map(
      ({ externalId, accountId }) => [recordName('paymentMethod', externalId), accountId] as const,
    ),
    ...appointments.map(
      ({ externalId, accountId }) => [recordName('appointment', externalId), accountId] as const,
    ),
  ]);
  return {
    customers,
    accounts,
    before: (type, key): Content | null => contents.get(recordName(type, key)) ?? null,
    historyOf: (id) => ({
      bills: billsOf.get(id) ?? [],
      payments: paymentsOf.get(id) ?? [],
      allocations: allocations.get(id) ?? [],
      opening: openings.get(id) ?? null,
    }),
    methodsOf: (id) => methodsOf.get(id) ?? [],
    takenBy: (type, key) => taken.get(recordName(type, key)),
    appointmentId: (key) => appointments.find(({ externalId }) => externalId === key)?.id,
  };
}

function isChild(type: ImportType): boolean {
  return (childTypes as readonly ImportType[]).includes(type);
}
