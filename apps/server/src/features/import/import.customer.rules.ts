import type { ImportType } from '@myaccount/contract/import';
import type { BatchKnowledge } from './import.batch.service.ts';
import type { Change } from './import.changes.rules.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import type { AccountUnit, CustomerUnit, RunContext } from './import.unit.rules.ts';

/** What of an account may be written, and why the rest may not. */
export interface CheckedAccount {
  readonly unit: AccountUnit;
  readonly refusals: readonly LineRefusal[];
}

/** Checks one account: references, numbers that are taken, defaults. Sums are checked with its history. */
export function checkAccount(
  unit: AccountUnit,
  customer: CustomerUnit,
  known: BatchKnowledge,
  context: RunContext,
): CheckedAccount {
  const noCustomer = refuseLostCustomer(unit, customer);
  if (noCustomer.length > 0) return { unit: withoutAll(unit), refusals: noCustomer };
  const methods = refuseMethods(unit, known);
  const withMethods = without(unit, methods);
  const account = refuseAccount(withMethods, known, context);
  // A known account stays as it is; what belongs to a new one is refused with it.
  if (account.length > 0 && !unit.known)
    return { unit: withoutAll(unit), refusals: [...methods, ...account, ...refuseOrphans(unit)] };
  const rest = without(withMethods, account);
  if (!rest.account && !rest.known)
    return { unit: withoutAll(unit), refusals: [...methods, ...refuseOrphans(unit)] };
  const children = refuseChildren(rest, known);
  return { unit: without(rest, children), refusals: [...methods, ...account, ...children] };
}

/** Leaves out the refused lines of a unit; for what depends on them they stay known as refused. */
export function without(unit: AccountUnit, refusals: readonly LineRefusal[]): AccountUnit {
  const lines = new Set(refusals.map(({ line }) => line));
  const keep = <T extends ImportType>(changes: readonly Change<T>[]) =>
    changes.filter(({ line }) => !lines.has(line));
  const refusedOf = <T extends ImportType>(type: T, changes: readonly Change<T>[]) =>
    changes.filter(({ line }) => lines.has(line)).map(({ line, key }) => ({ line, type, key }));
  return {
    ...unit,
    account: unit.account && !lines.has(unit.account.line) ? unit.account : undefined,
    methods: keep(unit.methods),
    invoices: keep(unit.invoices),
    payments: keep(unit.payments),
    appointments: keep(unit.appointments),
    refused: [
      ...unit.refused,
      ...refusedOf('paymentMethod', unit.methods),
      ...refusedOf('invoice', unit.invoices),
      ...refusedOf('payment', unit.payments),
    ],
  };
}

function withoutAll(unit: AccountUnit): AccountUnit {
  return { ...unit, account: undefined, methods: [], invoices: [], payments: [], appointments: [] };
}

function refuseLostCustomer(unit: AccountUnit, customer: CustomerUnit): LineRefusal[] {
  const { account } = unit;
  if (!account || customer.customer || customer.known) return [];
  const why = customer.refused
    ? `is refused (line ${customer.refused.line})`
    : 'is neither in the file nor known';
  const refusal = { line: account.line, field: 'customerId', reason: `"${customer.number}" ${why}` };
  return [refusal, ...refuseOrphans(unit)];
}

function refuseAccount(unit: AccountUnit, known: BatchKnowledge, context: RunContext): LineRefusal[] {
  const { account } = unit;
  if (!account) return [];
  const { line, now } = account;
  const refusals: LineRefusal[] = [];
  if (!context.planPrices.has(now.planId))
    refusals.push({ line, field: 'planId', reason: `"${now.planId}" is neither in the file nor known` });
  if (now.autopay && !hasMethod(now.autopay.methodExternalId, unit, known))
    refusals.push({
      line,
      field: 'autopay.methodExternalId',
      reason: lostMethod(now.autopay.methodExternalId, unit),
    });
  return refusals;
}

/** What belongs to an account that is not written. */
function refuseOrphans(unit: AccountUnit): LineRefusal[] {
  const line = unit.account?.line ?? unit.refused.find(({ type }) => type === 'account')?.line;
  const why = line === undefined ? 'is neither in the file nor known' : `is refused (line ${line})`;
  return [...unit.methods, ...unit.invoices, ...unit.payments, ...unit.appointments].map((change) => ({
    line: change.line,
    field: 'accountNumber',
    reason: `"${unit.number}" ${why}`,
  }));
}

function refuseMethods(unit: AccountUnit, known: BatchKnowledge): LineRefusal[] {
  const taken = refuseTaken('paymentMethod', unit.methods, unit, known);
  const lines = new Set(taken.map(({ line }) => line));
  const [first, ...others] = unit.methods.filter(
    ({ line, now }) => now.isDefault && now.validTo === null && !lines.has(line),
  );
  const reason = `is so already on line ${first?.line}: an account has one default`;
  return [...taken, ...others.map(({ line }) => ({ line, field: 'isDefault', reason }))];
}

function refuseChildren(unit: AccountUnit, known: BatchKnowledge): LineRefusal[] {
  return [
    ...refuseTaken('invoice', unit.invoices, unit, known),
    ...refuseTaken('payment', unit.payments, unit, known),
    ...refuseTaken('appointment', unit.appointments, unit, known),
    ...unit.payments.flatMap(({ line, now }): LineRefusal[] => {
      const { methodExternalId } = now;
      if (methodExternalId === null || hasMethod(methodExternalId, unit, known)) return [];
      return [{ line, field: 'methodExternalId', reason: lostMethod(methodExternalId, unit) }];
    }),
  ];
}

/** A number means one thing for ever: what another account has is not taken over. */
function refuseTaken<T extends ImportType>(
  type: T,
  changes: readonly Change<T>[],
  unit: AccountUnit,
  known: BatchKnowledge,
): LineRefusal[] {
  return changes.flatMap(({ line, key }) => {
    const owner = known.takenBy(type, key);
    if (owner === undefined || owner === unit.known?.id) return [];
    const reason = owner === '' ? `"${key}" was voided here` : `is not the account that "${key}" belongs to`;
    return [{ line, field: 'accountNumber', reason }];
  });
}

function hasMethod(externalId: string, unit: AccountUnit, known: BatchKnowledge): boolean {
  if (unit.methods.some(({ key }) => key === externalId)) return true;
  return (
    unit.known !== undefined &&
    known.methodsOf(unit.known.id).some((method) => method.externalId === externalId)
  );
}

function lostMethod(externalId: string, unit: AccountUnit): string {
  const refused = unit.refused.find(({ type, key }) => type === 'paymentMethod' && key === externalId);
  return `"${externalId}" ${refused ? `is refused (line ${refused.line})` : 'is not a method of this account'}`;
}
