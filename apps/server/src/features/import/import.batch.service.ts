import type { ImportType } from '@myaccount/contract/import';
import type { KnownHistory } from './import.account-history.rules.ts';
import { type Change, ofType } from './import.changes.rules.ts';
import type { ComparedLines } from './import.changes.service.ts';
import type { Content } from './import.parse.rules.ts';
import { type KnownMethod, type KnownRepository, recordName } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { AccountUnit, CustomerUnit } from './import.unit.rules.ts';

/** What the database has of everything that the lines of a batch name. */
export interface BatchKnowledge {
  historyOf(accountId: string): KnownHistory;
  methodsOf(accountId: string): readonly KnownMethod[];
  /** The account that has a number already: of a bill (a voided one is nobody's), payment, method, or visit. */
  takenBy(type: ImportType, key: string): string | undefined;
  appointmentId(externalId: string): string | undefined;
}

type Line = Pick<StagedLine, 'type' | 'key' | 'owner' | 'customer'>;

/** Groups lines by customer and account, with what the database has of them. */
export async function listUnits(
  { changes, refused }: ComparedLines,
  repository: KnownRepository,
): Promise<CustomerUnit[]> {
  const changesOf = Map.groupBy(changes, customerOf);
  const refusedOf = Map.groupBy(refused, customerOf);
  const numbers = [...new Set([...changesOf.keys(), ...refusedOf.keys()])];
  const customers = await repository.customers(numbers);
  const lastImports = await repository.contents(numbers.map((key) => ({ type: 'customer' as const, key })));
  const accountNumbers = new Set([...changes, ...refused].flatMap((line) => accountOf(line) ?? []));
  const accounts = await repository.accounts([...accountNumbers]);
  return numbers.map((number) => {
    const mine = changesOf.get(number) ?? [];
    const refusedHere = refusedOf.get(number) ?? [];
    return {
      number,
      known: customers.get(number),
      customer: ofType('customer', mine)[0],
      before: (lastImports.get(recordName('customer', number)) as Content<'customer'> | undefined) ?? null,
      refused: refusedHere.find(({ type }) => type === 'customer'),
      accounts: accountUnits(mine, refusedHere).map((unit) => ({
        ...unit,
        known: accounts.get(unit.number),
      })),
    };
  });
}

function accountUnits(
  changes: readonly Change[],
  refused: readonly StagedLine[],
): Omit<AccountUnit, 'known'>[] {
  const changesOf = Map.groupBy(changes, accountOf);
  const refusedOf = Map.groupBy(refused, accountOf);
  return [...new Set([...changesOf.keys(), ...refusedOf.keys()])].flatMap((number) => {
    if (number === null) return [];
    const mine = changesOf.get(number) ?? [];
    return {
      number,
      account: ofType('account', mine)[0],
      methods: ofType('paymentMethod', mine),
      invoices: ofType('invoice', mine),
      payments: ofType('payment', mine),
      appointments: ofType('appointment', mine),
      refused: refusedOf.get(number) ?? [],
    };
  });
}

function customerOf({ customer }: Line): string {
  return customer ?? '';
}

/** The account that a line belongs to; null for the customer itself. */
function accountOf({ type, key, owner }: Line): string | null {
  if (type === 'customer') return null;
  return type === 'account' ? key : (owner ?? '');
}

/** Reads what is needed to check and write the lines of these customers. */
export async function readKnowledge(
  { changes, refused }: ComparedLines,
  units: readonly CustomerUnit[],
  repository: KnownRepository,
): Promise<BatchKnowledge> {
  const ids = units.flatMap(({ accounts }) => accounts.flatMap(({ known }) => known?.id ?? []));
  const owners = await repository.owners([...changes, ...refused]);
  const payments = await repository.payments(ids);
  const byAccount = <T extends { readonly accountId: string }>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ accountId }) => accountId);
  const billsOf = byAccount(await repository.bills(ids));
  const paymentsOf = byAccount(payments);
  const methodsOf = byAccount(await repository.methods(ids));
  const allocationsOf = byAccount(await repository.allocations(ids));
  const openingOf = byAccount(await repository.openings(ids));
  const taken = new Map(owners.map((owner) => [recordName(owner.type, owner.key), owner]));
  const madeHere = new Map(
    payments.filter(({ externalId }) => externalId === null).map(({ id, accountId }) => [id, accountId]),
  );
  return {
    historyOf: (id) => ({
      bills: billsOf.get(id) ?? [],
      payments: paymentsOf.get(id) ?? [],
      allocations: allocationsOf.get(id) ?? [],
      opening: openingOf.get(id)?.[0] ?? null,
    }),
    methodsOf: (id) => methodsOf.get(id) ?? [],
    takenBy: (type, key) =>
      taken.get(recordName(type, key))?.accountId ?? (type === 'payment' ? madeHere.get(key) : undefined),
    appointmentId: (key) => taken.get(recordName('appointment', key))?.id,
  };
}
