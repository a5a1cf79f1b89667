import type { ImportRecord, ImportType } from '@myaccount/contract/import';
import type { LineRefusal } from '../parse/import.parse.rules.ts';
import type { Change } from './import.changes.rules.ts';
import { type CustomerUnit, without } from './import.units.rules.ts';

/** What the billing system says of each record, where the portal follows one: a file may say the same, and nothing else. */
const ownedFields: { readonly [T in ImportType]: readonly (keyof ImportRecord<T>)[] | 'all' } = {
  plan: [],
  customer: ['firstName', 'lastName', 'emailAddress', 'phoneNumber', 'language'],
  account: [
    ...([
      'customerId',
      'accountType',
      'accountStatus',
      'businessName',
      'billType',
      'cycleDay',
      'planId',
    ] as const),
    ...(['monthlyPrice', 'serviceSince', 'addresses', 'pendingCharges'] as const),
  ],
  login: [],
  paymentMethod: [],
  invoice: 'all',
  payment: 'all',
  appointment: [],
};

/** Refuses lines of a file that say something else than the billing system. A payment made here may be settled. */
export function refuseBillingsOwn(unit: CustomerUnit): {
  readonly unit: CustomerUnit;
  readonly refusals: readonly LineRefusal[];
} {
  const ofCustomer = unit.customer ? refusalsOf(unit.customer) : [];
  const accounts = unit.accounts.map((account) => {
    const madeHere = new Set(
      account.known?.payments.flatMap(({ key, isMadeHere }) => (isMadeHere ? (key ?? []) : [])),
    );
    const refusals = account.lines
      .filter(({ type, key }) => type !== 'payment' || !madeHere.has(key))
      .flatMap(refusalsOf);
    return { account: without(account, refusals), refusals };
  });
  const isRefused = ofCustomer.length > 0;
  return {
    unit: {
      ...unit,
      customer: isRefused ? undefined : unit.customer,
      refused: isRefused ? unit.customer : unit.refused,
      accounts: accounts.map(({ account }) => account),
    },
    refusals: [...ofCustomer, ...accounts.flatMap(({ refusals }) => refusals)],
  };
}

function refusalsOf({ type, line, fields }: Change): LineRefusal[] {
  const owned: readonly string[] | 'all' = ownedFields[type];
  const [field] = [...fields].filter((name) => owned === 'all' || owned.includes(name));
  return field === undefined ? [] : [{ line, field, reason: 'is not what the billing system says' }];
}
