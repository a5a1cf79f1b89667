import type {
  AccountAnswer,
  BilledAccount,
  BillingSystem,
} from '../../gateways/billing-system/billing-system.ts';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import type { Portal } from '../../platform/portal.ts';
import { importCustomer } from '../import/import.customer.service.ts';
import type { ImportContext } from '../import/import.service.ts';
import { nameRecord } from '../import/parse/import.parse.rules.ts';
import {
  findKnownHere,
  findSignInAccounts,
  isNewestReading,
  lockCustomer,
  type ReadingClient,
} from './known.repository.ts';
import {
  addReading,
  type BillingRefusal,
  finishReading,
  forgetRefusals,
  noteAway,
  noteCalls,
  postponeReading,
  type Reading,
  replaceRefusals,
} from './reading.repository.ts';
import { recordsOf } from './reading.rules.ts';

/** A portal that follows a billing system. */
export interface BillingPortal extends Portal {
  readonly billingSystem: BillingSystem;
  /** Connections of the import. */
  readonly pool: ImportContext['pool'];
}

/** What came of a reading. A newer one began: this one wrote nothing. */
export type ReadingOutcome = 'read' | 'absent' | 'doubtful' | 'superseded' | 'unavailable';

/** Until a service that did not answer is asked again. */
const awaySeconds = 5;
const callsOf = ({ config }: Portal) => config.billing?.callsPerSecond ?? 0;

class Superseded extends Error {}

/**
 * Reads one account and writes what the billing system says of it. Makes its calls without a lock. `isFirst` is the reading of
 * a whole tenant, of which nobody is told.
 */
export async function readAccount(
  portal: BillingPortal,
  reading: Reading,
  { isFirst }: { readonly isFirst: boolean },
): Promise<ReadingOutcome> {
  const answer = await portal.billingSystem.readAccount(reading.accountNumber);
  if (answer.outcome === 'unavailable') {
    const until = await noteUnanswered(portal, answer, { accountNumber: reading.accountNumber });
    if (reading.accountId) await postponeReading(portal.db, reading, until);
    return 'unavailable';
  }
  await noteAnswered(portal, answer.calls);
  const record = `account ${reading.accountNumber}`;
  if (answer.outcome === 'absent') return await endAccount(portal, reading, record);
  if (answer.outcome === 'refused') return await finish(portal, reading, answer.refusals, null);
  return await writeAccount(portal, reading, answer.billed, isFirst);
}

type NoAnswer = Extract<AccountAnswer, { readonly outcome: 'unavailable' }>;

/** Notes a call without an answer, for the pace of all servers. Returns when the next one may be made. */
export async function noteUnanswered(
  portal: Portal,
  { text, retryAfterSeconds }: NoAnswer,
  asked: Readonly<Record<string, string>>,
): Promise<Date> {
  const seconds = retryAfterSeconds ?? awaySeconds;
  const away = await noteAway(portal.db, seconds);
  const isKeyWrong = /^HTTP 40[13]$/.test(text);
  const isLong = away >= (portal.config.billing?.awayMinutes ?? 0) * 60;
  const level = isKeyWrong || isLong ? 'error' : 'warn';
  const message = isKeyWrong ? 'the billing system refuses GTV_API_KEY' : 'billing system not read';
  portal.log[level]({ ...asked, reason: text }, message);
  return new Date(portal.clock.now().getTime() + seconds * 1_000);
}

/** Notes calls that were answered, for the pace of all servers. */
export async function noteAnswered(portal: Portal, calls: number): Promise<void> {
  const perSecond = callsOf(portal);
  await noteCalls(portal.db, perSecond === 0 ? 0 : calls / perSecond);
}

async function writeAccount(
  portal: BillingPortal,
  reading: Reading,
  billed: BilledAccount,
  isFirst: boolean,
) {
  const refusals: BillingRefusal[] = [];
  let written: { readonly openingCents: number | null } = { openingCents: null };
  let names: readonly string[] = [];
  const find = async (client: ReadingClient) => {
    if (!(await isNewestReading(client, reading))) throw new Superseded();
    // A transaction that is done again begins anew.
    refusals.length = 0;
    const { customerId } = billed.customer;
    await lockCustomer(client, customerId, reading.accountId);
    const known = await findKnownHere(client, reading.accountId, billed);
    const read = recordsOf(billed, known);
    refusals.push(...read.refusals);
    written = read;
    const login = known.contact ? [] : await newSignIn(client, billed, refusals);
    const records = [...read.records, ...login];
    names = records.map(nameOf);
    return records;
  };
  const options = {
    actor: 'operator:billing-system',
    mailsBills: !isFirst && (portal.config.billing?.mailsBills ?? true),
    notesLateDebt: !isFirst,
  };
  try {
    const context = { ...portal, ...portal.config, ...portal.config.mail };
    for (const { line, ...refused } of await importCustomer(find, options, context))
      refusals.push({ record: names[line - 1] ?? '', ...refused });
  } catch (error) {
    if (error instanceof Superseded) return 'superseded';
    throw error;
  }
  const products = billed.unknownProducts.map((name) => ({
    record: `product ${name.slice(0, 64)}`,
    field: 'name',
    reason: 'is not in BILLING_PRODUCTS_FILE: taken as a one-time charge',
  }));
  if (products.length > 0) await replaceRefusals(portal.db, null, products, portal.clock.now());
  return await finish(portal, reading, refusals, { ...billed, ...written });
}

/** Names a record for a person: `invoice INV-7`. */
function nameOf(record: object): string {
  const { type, key } = nameRecord(record) ?? { type: 'record', key: '' };
  return `${type} ${key}`;
}

/** The sign-in of an account that is new: its holder's address, unless that is another customer's. */
async function newSignIn(
  client: ReadingClient,
  { customer, account }: BilledAccount,
  refusals: BillingRefusal[],
) {
  const { emailAddress, customerId } = customer;
  if (!emailAddress) return [];
  const known = await findSignInAccounts(client, emailAddress);
  const others = known.filter((other) => other.accountNumber !== null);
  if (others.some((other) => other.customerNumber !== customerId)) {
    const reason = 'is the sign-in of another customer: the account has none';
    refusals.push({ record: `account ${account.accountNumber}`, field: 'emailAddress', reason });
    return [];
  }
  const accounts = others.map(({ accountNumber, role }) => ({ accountNumber, role }));
  const all = [...accounts, { accountNumber: account.accountNumber, role: 'primary' }];
  return [{ type: 'login', emailAddress, accounts: all }];
}

/** An account that is gone there becomes inactive here, when a second look says the same; one that never was there is listed. */
async function endAccount(portal: BillingPortal, reading: Reading, record: string): Promise<ReadingOutcome> {
  const { accountId, accountNumber, readAt, isDoubtful } = reading;
  if (!accountId) return 'absent';
  const refusals = [{ record, field: 'account', reason: 'is not in the billing system' }];
  if (!isDoubtful || readAt === null) {
    await finish(portal, reading, refusals, null);
    return 'absent';
  }
  const records = [{ type: 'account', accountNumber, accountStatus: 'INACTIVE' }];
  const options = { actor: 'operator:billing-system', mailsBills: false, notesLateDebt: false };
  const context = { ...portal, ...portal.config, ...portal.config.mail };
  const refused = await importCustomer(records, options, context);
  for (const { field, reason } of refused) refusals.push({ record, field, reason });
  await finish(portal, reading, refusals, null);
  return 'absent';
}

/** What a reading brought. Null: nothing that could be taken. */
type Finished = (Pick<BilledAccount, 'isChargedThere'> & { readonly openingCents: number | null }) | null;

/** Ends a reading: what is wrong is read once more before it is listed. */
async function finish(
  portal: BillingPortal,
  reading: Reading,
  refusals: readonly BillingRefusal[],
  finished: Finished,
): Promise<ReadingOutcome> {
  const { db, clock } = portal;
  const { accountNumber, isDoubtful } = reading;
  const record = `account ${accountNumber}`;
  const accountId = reading.accountId ?? (await findAccountId(db, accountNumber)) ?? null;
  const charged = {
    record,
    field: 'auto_payment',
    reason: 'is on at billing: nothing is charged automatically here',
  };
  const state = {
    openingCents: finished?.openingCents ?? null,
    isChargedThere: finished?.isChargedThere ?? null,
    // What could be read of a new account is here: the sweep reads it again.
    isDoubtful: refusals.length > 0 && !isDoubtful && reading.accountId === accountId,
  };
  if (reading.accountId) {
    if (!(await finishReading(db, reading, state))) return 'superseded';
  } else if (accountId) await addReading(db, { ...reading, accountId }, state);
  if (state.isDoubtful) return 'doubtful';
  const listed = [...refusals, ...(state.isChargedThere ? [charged] : [])];
  if (accountId) await forgetRefusals(db, record);
  await replaceRefusals(db, accountId, listed, clock.now());
  return 'read';
}
