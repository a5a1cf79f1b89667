import { randomInt } from 'node:crypto';
import { type MovableClock, systemClock } from '@myaccount/clock';
import type {
  CardProcessor,
  ChargeRequest,
  ReportingProcessor,
} from '../gateways/card-processor/card-processor.ts';
import { deadlineIn } from '../platform/deadline.ts';
import { firstCharge } from './charge-identity.ts';
import type { TestSandbox } from './sandbox.ts';

const dayMs = 86_400_000;

/** What a gateway said of one call, and what the service did. */
interface Probe {
  readonly outcome: string;
  /** What the operator reads. */
  readonly text?: string | undefined;
  /** Cents that the processor booked under the reference, each time; none for other calls. */
  readonly booked?: readonly number[];
  readonly detail?: unknown;
}
export type ProbeTable = Readonly<Record<string, Probe>>;

/** What probes work with. */
interface Parts {
  readonly sandbox: TestSandbox;
  readonly clock: MovableClock;
}

function chargeOf(change: Partial<ChargeRequest>): ChargeRequest {
  const reference = `4${String(randomInt(1_000_000_000)).padStart(15, '0')}`;
  const usual = { token: 'visa-4242', amountCents: 8_499, kind: 'card', initiator: 'customer' } as const;
  return {
    ...usual,
    reference,
    networkTransaction: null,
    ...firstCharge,
    sendBefore: deadlineIn(60_000, systemClock),
    ...change,
  };
}

function probeOf(result: object, booked?: readonly number[]): Probe {
  const { outcome, text, reason, amountCents, networkTransaction } = result as Record<string, unknown>;
  const detail = { reason, amountCents, hasNumber: networkTransaction !== undefined };
  return { outcome: String(outcome), text: text as string | undefined, booked: booked ?? [], detail };
}

/** Charges once and asks once, some days later or at once. */
async function charge(parts: Parts, processor: CardProcessor, change: Partial<ChargeRequest>, days = 0) {
  const request = chargeOf(change);
  const result = await processor.charge(request);
  parts.clock.advance(days * dayMs);
  const inquired = await processor.inquire({ ...request, transaction: null });
  const charges = await parts.sandbox.charges(request.reference);
  const booked = charges.filter(({ state }) => state !== 'declined').map(({ amountCents }) => amountCents);
  return [probeOf(result, booked), probeOf(inquired, booked)] as const;
}

/** Charges with every outcome, and asks for each charge. */
export async function probeProcessor(parts: Parts, processor: CardProcessor): Promise<ProbeTable> {
  const rows: Record<string, Probe> = {};
  for (const [name, change, days] of [
    ['approved', {}],
    ['part', { amountCents: 140 }],
    ['response lost', { amountCents: 112 }],
    ['never charged', { amountCents: 113 }],
    ['declined', { amountCents: 102 }],
    ['expired', { amountCents: 103 }],
    ['call bank', { amountCents: 104 }],
    ['pick up', { amountCents: 106 }],
    ['closed', { amountCents: 107 }],
    ['overloaded', { amountCents: 132 }],
    ['unknown method', { token: 'visa-unknown' }],
    ['refused', { token: 'long-for-orbital-only-1' }],
    ...(processor.name === 'transafe' ? ([['settled', { amountCents: 112 }, 2]] as const) : []),
  ] as const) {
    const [result, inquired] = await charge(parts, processor, change, days);
    Object.assign(rows, { [name]: result, [`${name}, asked`]: inquired });
  }
  return rows;
}

/** Does the same for TranSafe, with bank debits and reports. */
export async function probeTransafe(parts: Parts, processor: ReportingProcessor): Promise<ProbeTable> {
  const since = new Date(parts.clock.now().getTime() - 1_000);
  const rows: Record<string, Probe> = { ...(await probeProcessor(parts, processor)) };
  const bank = { kind: 'bank', token: 'bank-6789' } as const;
  [rows.pending, rows['pending, asked']] = await charge(parts, processor, bank);
  [, rows['debit, settled']] = await charge(parts, processor, bank, 4);
  [, rows['debit, returned']] = await charge(parts, processor, { ...bank, token: 'bank-6789-returned' }, 10);
  rows.voided = await voided(parts, processor);
  const until = new Date(parts.clock.now().getTime() + dayMs);
  rows.charges = await listed(async () => {
    const { charges, unreadable } = await processor.listCharges(since, until);
    const [first] = unreadable;
    if (first) throw new Error(first.reason);
    return charges.filter(({ reference }) => reference !== '').length;
  });
  rows.returns = await listed(async () =>
    (await processor.listReturns(since, until)).map(({ reason }) => reason),
  );
  return rows;
}

/** A charge that the provider's people took back. */
async function voided({ sandbox }: Parts, processor: CardProcessor): Promise<Probe> {
  const request = chargeOf({});
  await processor.charge(request);
  const [{ id } = { id: '' }] = await sandbox.charges(request.reference);
  const { TRANSAFE_URL: url, TRANSAFE_API_KEY_ID: keyId = '', TRANSAFE_API_KEY: key = '' } = sandbox.settings;
  const headers = { 'x-api-key-id': keyId, 'x-api-key': key };
  await fetch(`${url}/api/v2/transaction/${id}/void`, { method: 'DELETE', headers });
  return probeOf(await processor.inquire({ ...request, transaction: null }));
}

async function listed(work: () => Promise<unknown>): Promise<Probe> {
  try {
    return { outcome: 'listed', detail: await work() };
  } catch (error) {
    return { outcome: 'throws', text: (error as Error).message };
  }
}
