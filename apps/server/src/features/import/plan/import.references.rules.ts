import { movesTo } from '../../payment-state/payment-state.rules.ts';
import type { LineRefusal } from '../parse/import.parse.rules.ts';
import { centsOf, dollarsOf } from '../parse/import.values.rules.ts';
import { ofType } from './import.changes.rules.ts';
import { recordName } from './import.known.repository.ts';
import { type AccountUnit, type CustomerUnit, without } from './import.units.rules.ts';

/** Why what a line names is missing: it is refused itself, or nowhere. */
export function whyMissing(
  name: string,
  refused?: { readonly line: number },
  nowhere = 'is neither in the file nor known',
): string {
  return `"${name}" ${refused ? `is refused (line ${refused.line})` : nowhere}`;
}

/** What of an account may be written, and why the rest may not. */
interface CheckedAccount {
  readonly unit: AccountUnit;
  readonly refusals: readonly LineRefusal[];
}

/**
 * Checks one account: references, numbers that are taken, defaults, moves of payments. Sums are checked with its history.
 */
export function checkAccount(
  unit: AccountUnit,
  customer: CustomerUnit,
  planPrices: ReadonlyMap<string, number>,
): CheckedAccount {
  const lostCustomer = refuseLostCustomer(unit, customer);
  if (lostCustomer.length > 0) return refuseAll(unit, lostCustomer);
  let checked: CheckedAccount = { unit, refusals: [] };
  const check = (refuse: (unit: AccountUnit) => LineRefusal[]) => {
    const found = refuse(checked.unit);
    checked = { unit: without(checked.unit, found), refusals: [...checked.refusals, ...found] };
  };
  check((rest) => refuseTaken('paymentMethod', rest));
  check(refuseDefaults);
  check((rest) => refuseAccount(rest, planPrices));
  // A known account stays as it is; what belongs to a new one is refused with it.
  if (!unit.known && ofType('account', checked.unit.lines).length === 0)
    return refuseAll(unit, checked.refusals);
  check(refuseChildren);
  check(refuseMoves);
  return checked;
}

/** Refuses everything that belongs to an account which is not written. */
function refuseAll(unit: AccountUnit, refusals: readonly LineRefusal[]): CheckedAccount {
  const refusedAccount = [...unit.lines, ...unit.refused].find(({ type }) => type === 'account');
  const reason = whyMissing(unit.number, refusedAccount);
  const orphans = unit.lines
    .filter(({ type }) => type !== 'account')
    .map((orphan) => ({ line: orphan.line, field: 'accountNumber', reason }));
  return { unit: { ...unit, lines: [] }, refusals: [...refusals, ...orphans] };
}

function refuseLostCustomer(unit: AccountUnit, customer: CustomerUnit): LineRefusal[] {
  const [account] = ofType('account', unit.lines);
  if (!account || customer.customer || customer.known) return [];
  return [{ line: account.line, field: 'customerId', reason: whyMissing(customer.number, customer.refused) }];
}

function refuseAccount(unit: AccountUnit, planPrices: ReadonlyMap<string, number>): LineRefusal[] {
  return ofType('account', unit.lines).flatMap(({ line, now: { planId, autopay } }) => [
    ...(planPrices.has(planId) ? [] : [{ line, field: 'planId', reason: whyMissing(planId) }]),
    ...refuseLostMethod(unit, { line, field: 'autopay.methodExternalId' }, autopay?.methodExternalId),
  ]);
}

function refuseDefaults({ lines }: AccountUnit): LineRefusal[] {
  const [first, ...others] = ofType('paymentMethod', lines).filter(
    ({ now }) => now.isDefault && now.validTo === null,
  );
  const reason = `is so already on line ${first?.line}: an account has one default`;
  return others.map(({ line }) => ({ line, field: 'isDefault', reason }));
}

function refuseChildren(unit: AccountUnit): LineRefusal[] {
  return [
    ...refuseTaken('invoice', unit),
    ...refuseTaken('payment', unit),
    ...refuseTaken('appointment', unit),
    ...ofType('payment', unit.lines).flatMap(({ line, now }) =>
      refuseLostMethod(unit, { line, field: 'methodExternalId' }, now.methodExternalId),
    ),
  ];
}

/** Refuses payments that cannot reach their new state, and another amount of a payment made here. */
function refuseMoves({ lines, known }: AccountUnit): LineRefusal[] {
  const payments = new Map(known?.payments.map((payment) => [payment.key, payment]));
  return ofType('payment', lines).flatMap(({ line, key, now }) => {
    const before = payments.get(key);
    if (!before) return [];
    const { state, isMadeHere, amountCents, refunds } = before;
    if (state !== now.status && refunds.some(({ occurredOn }) => occurredOn === null))
      return { line, field: 'status', reason: 'cannot change: what came of a refund of it is not known yet' };
    if (!movesTo(state, now.status))
      return { line, field: 'status', reason: `cannot become ${now.status}: the payment is ${state}` };
    if (!isMadeHere || amountCents === centsOf(now.amount)) return [];
    const reason = `is not the ${dollarsOf(amountCents)} of the payment that was made here`;
    return { line, field: 'amount', reason };
  });
}

/** A number means one thing for ever: what another account has is not taken over. */
function refuseTaken(
  type: 'paymentMethod' | 'invoice' | 'payment' | 'appointment',
  { lines, known, owners }: AccountUnit,
): LineRefusal[] {
  return ofType(type, lines).flatMap(({ line, key }) => {
    const owner = owners.get(recordName({ type, key }))?.accountId;
    if (owner === undefined || owner === known?.id) return [];
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
  return [{ ...place, reason: whyMissing(externalId, lost, 'is not a method of this account') }];
}
