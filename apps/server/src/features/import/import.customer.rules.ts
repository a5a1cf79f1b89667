import { ofType } from './import.changes.rules.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import { recordName } from './import.repository.ts';
import { type AccountUnit, type BatchContext, type CustomerUnit, without } from './import.unit.rules.ts';

/** What of an account may be written, and why the rest may not. */
export interface CheckedAccount {
  readonly unit: AccountUnit;
  readonly refusals: readonly LineRefusal[];
}

/** Checks one account: references, numbers that are taken, defaults. Sums are checked with its history. */
export function checkAccount(
  unit: AccountUnit,
  customer: CustomerUnit,
  context: BatchContext,
): CheckedAccount {
  const lostCustomer = refuseLostCustomer(unit, customer);
  if (lostCustomer.length > 0) return refuseAll(unit, lostCustomer);
  const methods = refuseMethods(unit, context);
  const withMethods = without(unit, methods);
  const account = refuseAccount(withMethods, context);
  const rest = without(withMethods, account);
  // A known account stays as it is; what belongs to a new one is refused with it.
  if (!rest.known && ofType('account', rest.lines).length === 0)
    return refuseAll(unit, [...methods, ...account]);
  const children = refuseChildren(rest, context);
  return { unit: without(rest, children), refusals: [...methods, ...account, ...children] };
}

/** Refuses everything that belongs to an account which is not written. */
function refuseAll(unit: AccountUnit, refusals: readonly LineRefusal[]): CheckedAccount {
  const { line } = [...unit.lines, ...unit.refused].find(({ type }) => type === 'account') ?? {};
  const reason = `"${unit.number}" ${line === undefined ? 'is neither in the file nor known' : `is refused (line ${line})`}`;
  const orphans = unit.lines
    .filter(({ type }) => type !== 'account')
    .map((orphan) => ({ line: orphan.line, field: 'accountNumber', reason }));
  return { unit: { ...unit, lines: [] }, refusals: [...refusals, ...orphans] };
}

function refuseLostCustomer(unit: AccountUnit, customer: CustomerUnit): LineRefusal[] {
  const [account] = ofType('account', unit.lines);
  if (!account || customer.customer || customer.known) return [];
  const why = customer.refused
    ? `is refused (line ${customer.refused.line})`
    : 'is neither in the file nor known';
  return [{ line: account.line, field: 'customerId', reason: `"${customer.number}" ${why}` }];
}

function refuseAccount(unit: AccountUnit, { planPrices }: BatchContext): LineRefusal[] {
  return ofType('account', unit.lines).flatMap(({ line, now: { planId, autopay } }) => [
    ...(planPrices.has(planId)
      ? []
      : [{ line, field: 'planId', reason: `"${planId}" is neither in the file nor known` }]),
    ...refuseLostMethod(unit, { line, field: 'autopay.methodExternalId' }, autopay?.methodExternalId),
  ]);
}

function refuseMethods(unit: AccountUnit, context: BatchContext): LineRefusal[] {
  const taken = refuseTaken('paymentMethod', unit, context);
  const [first, ...others] = ofType('paymentMethod', without(unit, taken).lines).filter(
    ({ now }) => now.isDefault && now.validTo === null,
  );
  const reason = `is so already on line ${first?.line}: an account has one default`;
  return [...taken, ...others.map(({ line }) => ({ line, field: 'isDefault', reason }))];
}

function refuseChildren(unit: AccountUnit, context: BatchContext): LineRefusal[] {
  return [
    ...refuseTaken('invoice', unit, context),
    ...refuseTaken('payment', unit, context),
    ...refuseTaken('appointment', unit, context),
    ...ofType('payment', unit.lines).flatMap(({ line, now }) =>
      refuseLostMethod(unit, { line, field: 'methodExternalId' }, now.methodExternalId),
    ),
  ];
}

/** A number means one thing for ever: what another account has is not taken over. */
function refuseTaken(
  type: 'paymentMethod' | 'invoice' | 'payment' | 'appointment',
  unit: AccountUnit,
  { owners }: BatchContext,
): LineRefusal[] {
  return ofType(type, unit.lines).flatMap(({ line, key }) => {
    const owner = owners.get(recordName({ type, key }))?.accountId;
    if (owner === undefined || owner === unit.known?.id) return [];
    const reason = owner === '' ? `"${key}" was voided here` : `is not the account that "${key}" belongs to`;
    return [{ line, field: 'accountNumber', reason }];
  });
}

function refuseLostMethod(
  { lines, known, refused }: AccountUnit,
  place: Omit<LineRefusal, 'reason'>,
  externalId: string | null | undefined,
): LineRefusal[] {
  if (externalId === null || externalId === undefined) return [];
  if (ofType('paymentMethod', lines).some(({ key }) => key === externalId)) return [];
  if (known?.methods.some((method) => method.externalId === externalId)) return [];
  const lost = refused.find(({ type, key }) => type === 'paymentMethod' && key === externalId);
  const why = lost ? `is refused (line ${lost.line})` : 'is not a method of this account';
  return [{ ...place, reason: `"${externalId}" ${why}` }];
}
