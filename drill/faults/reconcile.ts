import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sumCents } from '@myaccount/contract/money';
import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import { reconcileProcessor } from '../../environment/operator.ts';
import type { Site } from './site.ts';

/** A part of Orbital's book, and what its report says of it. */
export interface Settlement {
  /** The instants from and to which it is complete. */
  readonly from?: Date;
  readonly to?: Date;
  /** Leaves all rows out, and says what is true of them. */
  readonly isEmpty?: boolean;
  /** Cents by which its stated total is wrong. */
  readonly wrongCents?: number;
}

/** Writes Orbital's whole book, or a part, as its settlement file. Returns the options that name it with its control totals. */
export async function settlementFile(site: Site, part: Settlement = {}): Promise<string[]> {
  const { from = new Date(0), to = site.portal.clock.now(), isEmpty = false, wrongCents = 0 } = part;
  const isIn = ({ processor, at }: SandboxCharge) =>
    processor === 'orbital' && new Date(at) >= from && new Date(at) < to;
  const charges = (await site.charges()).filter(isIn);
  const refunds = (await site.refunds()).filter(isIn);
  const lines = [...charges, ...refunds].map(
    ({ reference, amountCents, at, id, refundOf }) =>
      `${reference},${(amountCents / 100).toFixed(2)},${at},4242,${id},${refundOf ? 'refund' : 'charge'}`,
  );
  const file = join(site.dataDir, 'settlement.csv');
  const head = 'order_number,amount,charged_at,card_last_four,transaction,type';
  writeFileSync(file, [head, ...(isEmpty ? [] : lines)].join('\n'));
  const covers = `${from.toISOString()}..${to.toISOString()}`;
  const total = ((sumCents(charges) - sumCents(refunds) + wrongCents) / 100).toFixed(2);
  return [
    '--file',
    file,
    '--covers',
    covers,
    '--count',
    `${lines.length}`,
    '--total',
    total,
    '--by',
    'drill',
  ];
}

/** Compares as an operator does after a restore, if need be with Orbital's file: what is due is recorded, and charging goes on. */
export async function reconcile(site: Site): Promise<void> {
  for (const options of [[], await settlementFile(site)]) {
    const { out, err } = reconcileProcessor(site.settingsFor(0), options);
    if (err.includes('goes on') || err.includes('not paused')) return;
    if (options.length > 0) throw new Error(`Charging does not go on: ${out}${err}`);
  }
}

/** Returns what `reconcile-processor` finds in both processors' books. */
export async function findReconcileDifferences(site: Site): Promise<string[]> {
  const since = ['--since', site.openedAt.toISOString()];
  return [since, await settlementFile(site)].flatMap((options) => {
    const { out, err } = reconcileProcessor(site.settingsFor(0), [...options, '--dry-run']);
    return / 0 of them differ/.test(out) ? [] : [`reconcile-processor: ${out}${err}`];
  });
}
