import { setTimeout as sleep } from 'node:timers/promises';
import { compactImport } from '@myaccount/contract/import-content';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import { nameRecord } from '../import/parse/import.parse.rules.ts';
import { findKnownHere } from './known.repository.ts';
import type { LastContents } from './known-here.rules.ts';
import { type BillingPortal, noteAnswered } from './read-account.service.ts';
import { findPause, noteAway } from './reading.repository.ts';
import { recordsOf } from './reading.rules.ts';

const mostTries = 5;

/** What would change here if an account were read now. */
export interface BillingComparison {
  readonly accountNumber: string;
  readonly isChargedThere: boolean;
  /** `invoice INV-7: is new`, `account 700100, billType: EMAIL, there PAPER`. */
  readonly differences: readonly string[];
}

/** Compares accounts with the billing system, and changes nothing. */
export async function compareWithBilling(
  portal: BillingPortal,
  accountNumbers: readonly string[],
): Promise<BillingComparison[]> {
  const compared: BillingComparison[] = [];
  for (const accountNumber of accountNumbers) compared.push(await compareAccount(portal, accountNumber));
  return compared;
}

async function compareAccount(portal: BillingPortal, accountNumber: string): Promise<BillingComparison> {
  const answer = await readInTurn(portal, accountNumber);
  const nothing = { accountNumber, isChargedThere: false };
  if (answer.outcome === 'unavailable')
    return { ...nothing, differences: [`cannot be read: ${answer.text}`] };
  if (answer.outcome === 'absent') return { ...nothing, differences: ['is not in the billing system'] };
  if (answer.outcome === 'refused') return { ...nothing, differences: answer.refusals.map(shownRefusal) };
  const client = await portal.pool.connect();
  try {
    const { billed } = answer;
    const accountId = (await findAccountId(portal.db, accountNumber)) ?? null;
    const known = await findKnownHere(client, accountId, billed, 'with lines');
    const { records, refusals } = recordsOf(billed, known);
    const differences = records.flatMap((record) => differencesOf(record, known.last));
    const { isChargedThere } = billed;
    return { accountNumber, isChargedThere, differences: [...refusals.map(shownRefusal), ...differences] };
  } finally {
    client.release();
  }
}

/** Reads at the pace of all servers, and once more where the billing system asks for patience. */
async function readInTurn(portal: BillingPortal, accountNumber: string) {
  for (let tries = 0; ; tries += 1) {
    for (let ms = await findPause(portal.db); ms > 0; ms = await findPause(portal.db)) await sleep(ms);
    const answer = await portal.billingSystem.readAccount(accountNumber);
    const seconds = answer.outcome === 'unavailable' ? answer.retryAfterSeconds : null;
    if (seconds === null) await noteAnswered(portal, answer.calls);
    else await noteAway(portal.db, seconds);
    if (seconds === null || tries === mostTries) return answer;
  }
}

const shownRefusal = ({ record, field, reason }: { record: string; field: string; reason: string }) =>
  `${record}, ${field}: ${reason}`;

/** The fields of a record that say something else than its last import did. */
function differencesOf(record: object, last: LastContents): string[] {
  const name = nameRecord(record);
  if (!name) return [];
  const shown = `${name.type} ${name.key}`;
  const before = last.get(shown);
  if (!before) return [`${shown}: is new`];
  const { type: _, ...given } = record as Readonly<Record<string, unknown>>;
  const [was, is] = [before, { ...before, ...given }].map((content) => compactImport(name.type, content));
  return Object.keys(given).flatMap((field) => {
    const [here, there] = [was, is].map((content) => JSON.stringify(content?.[field]) ?? 'nothing');
    return here === there ? [] : [`${shown}, ${field}: ${here}, there ${there}`];
  });
}
