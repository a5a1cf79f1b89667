import type { ImportLine } from '../../apps/sandbox/src/personas/import-lines.ts';
import { planLines } from '../../apps/sandbox/src/personas/plans.ts';
import { customerLines } from '../../apps/sandbox/src/population/population.ts';
import type { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { BillingSite } from './billing-site.ts';
import { type ContactField, contactField } from './contacts.ts';

type AccountLine = Extract<ImportLine, { type: 'account' }>;
type Address = AccountLine['addresses'][number];

/** An account that things happen to. */
export interface LivingAccount {
  /** As billing has it; kept because an address is changed there by its whole line. */
  line: AccountLine & { monthlyPrice?: string };
  readonly phone: ContactField;
  readonly address: ContactField;
  /** Who changes its phone number and its billing address, in this order. */
  readonly changes: 'there' | 'here' | 'here, then there' | 'there, then here';
  /** Live bills there, the newest last. */
  readonly bills: string[];
  /** Checks there that did not bounce. */
  readonly checks: string[];
}

/** What was done, and what has to come of it. */
export interface World {
  readonly site: BillingSite;
  readonly random: SeededRandom;
  readonly accounts: readonly LivingAccount[];
  readonly lines: readonly ImportLine[];
  /** Payments made here that billing has, with the number it gave each. */
  readonly posted: { readonly id: string; readonly account: string; readonly number: string }[];
  /** Bills about which one mail has to be sent, with their account. */
  readonly mailed: Map<string, string>;
  /** What a person has to be told of, as `account: record, field`. */
  readonly refusals: Set<string>;
  readonly counts: Record<string, number>;
  readonly failures: string[];
}

/** Both forms of a street address: as a text, and as a line's. */
export function billingAddress(street: string, city: string): Address {
  const [number = '', ...name] = street.split(' ');
  const place = { city, state: 'OH', country: 'USA', postCode: '43004' };
  return {
    addressType: 'Billing',
    streetNrFirst: number,
    streetNrLast: '',
    streetName: name.join(' '),
    ...place,
  };
}

export const addressText = ({ streetNrFirst, streetName, city }: Address) =>
  `${streetNrFirst} ${streetName}, ${city}`;

/** Generates accounts, and the lines that both sides begin with. */
export function buildWorld(
  site: BillingSite,
  random: SeededRandom,
  options: { readonly accounts: number; readonly seed: number; readonly today: string },
): World {
  const population = { bills: 4, seed: options.seed, today: options.today };
  const lines: ImportLine[] = [
    ...planLines(),
    ...Array.from({ length: options.accounts }, (_, index) => customerLines(index, population)).flat(),
  ];
  const roles = ['there', 'here', 'here, then there', 'there, then here'] as const;
  const accounts = lines.flatMap((line) => (line.type === 'account' && isLiving(line) ? [line] : []));
  return {
    site,
    random,
    lines,
    accounts: accounts.map((line, index) =>
      livingAccount(line, lines, roles[index % roles.length] ?? 'there'),
    ),
    posted: [],
    mailed: new Map(),
    refusals: new Set(),
    counts: {},
    failures: [],
  };
}

const isLiving = ({ accountStatus, addresses }: AccountLine) =>
  accountStatus === 'ACTIVE' && addresses.some(({ addressType }) => addressType === 'Billing');

function livingAccount(
  line: AccountLine,
  lines: readonly ImportLine[],
  changes: LivingAccount['changes'],
): LivingAccount {
  const { accountNumber, customerId, addresses } = line;
  const holder = lines.find((other) => other.type === 'customer' && other.customerId === customerId);
  const phone = holder?.type === 'customer' ? holder.phoneNumber : '';
  const address = addresses.find(({ addressType }) => addressType === 'Billing') as Address;
  const bills = lines.flatMap((other) =>
    other.type === 'invoice' && other.accountNumber === accountNumber && isLiveBill(other) ? [other] : [],
  );
  return {
    line,
    changes,
    phone: contactField(accountNumber, `customer ${customerId}, phoneNumber`, phone),
    address: contactField(accountNumber, `account ${accountNumber}, addresses.Billing`, addressText(address)),
    bills: bills
      .toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1))
      .map(({ invoiceNumber }) => invoiceNumber),
    checks: [],
  };
}

type InvoiceLine = Extract<ImportLine, { type: 'invoice' }>;
const isLiveBill = (line: InvoiceLine) => !line.reversedOn && line.kind === undefined;

/** Counts something that happened. */
export function count({ counts }: World, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
