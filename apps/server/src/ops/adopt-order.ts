import { formatCents } from '@myaccount/contract/money';
import type { ProcessorName } from '@myaccount/contract/processors';
import {
  adoptCharge,
  adoptHeldCharge,
  recordNotCharged,
} from '../features/charging-pause/adopt-charge.service.ts';
import type { PayingPortal } from '../features/feature.ts';
import { centsOfDecimals } from '../gateways/card-processor/amounts.ts';
import type { RecordedCharge } from '../gateways/card-processor/card-processor.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Options of `reconcile-processor` about one order. */
export interface AdoptOptions {
  readonly adopt?: string;
  readonly account?: string;
  readonly by?: string;
  /** Dollars of a charge that a payment met at Orbital, which does not say its amount. */
  readonly amount?: string;
  /** Why a charge that a payment met took no money. */
  readonly notCharged?: string;
  readonly file?: string;
  readonly dryRun?: boolean;
}

/** Throws an {@link OperatorError} that says which options contradict each other. */
export function requireFitting({ adopt, account, amount, notCharged, file, dryRun, by }: AdoptOptions): void {
  const isNotCharged = notCharged !== undefined;
  const refusals = [
    [adopt === undefined && amount !== undefined, '--amount needs --adopt ORDER.'],
    [adopt === undefined && isNotCharged, '--not-charged needs --adopt ORDER.'],
    [
      isNotCharged && (amount ?? account) !== undefined,
      '--not-charged books nothing: leave --amount and --account out.',
    ],
    [amount !== undefined && file !== undefined, 'The file says the amount: leave --amount out.'],
    [isNotCharged && file !== undefined, '--not-charged is about a payment here: leave --file out.'],
    [isNotCharged && !notCharged?.trim(), '--not-charged must be the reason.'],
    [isNotCharged && !by, '--not-charged needs --by NAME.'],
    [
      amount !== undefined && !centsOfDecimals(amount),
      '--amount must be the dollars of the charge, such as 84.99.',
    ],
    [adopt !== undefined && dryRun, '--adopt changes what is booked: leave --dry-run out.'],
  ] as const;
  const refusal = refusals.find(([isWrong]) => isWrong);
  if (refusal) throw new OperatorError(refusal[1]);
}

/** Books an order that is in a processor's records for an account. Returns the line to print. */
export async function adopt(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
  options: AdoptOptions,
): Promise<string[]> {
  const { adopt: reference } = options;
  const charge = charges.find((one) => one.reference === reference);
  if (!charge) throw new OperatorError(`${processor} has no charge with order ${reference} since then.`);
  const who = whoOf(options);
  refused(await adoptCharge(portal, { processor, charge, ...who }));
  return [bookedLine(charge, who.accountNumber)];
}

/** Settles a payment that met an order, by what an operator found out about it. Returns the line to print. */
export async function adoptHeld(portal: PayingPortal, options: AdoptOptions): Promise<string[]> {
  const { adopt: reference = '', by = '', amount, notCharged } = options;
  if (notCharged !== undefined) {
    refused(await recordNotCharged(portal, { reference, reason: notCharged, by }));
    return [`Order ${reference}: not charged.`];
  }
  const amountCents = centsOfDecimals(amount) ?? 0;
  const who = whoOf(options);
  refused(await adoptHeldCharge(portal, { reference, amountCents, ...who }));
  return [bookedLine({ reference, amountCents }, who.accountNumber)];
}

function whoOf({ account: accountNumber, by }: AdoptOptions): { accountNumber: string; by: string } {
  if (!accountNumber || !by) throw new OperatorError('--adopt needs --account NUMBER and --by NAME.');
  return { accountNumber, by };
}

function refused(refusal: string | undefined): void {
  if (refusal) throw new OperatorError(refusal);
}

function bookedLine(
  { reference, amountCents }: Pick<RecordedCharge, 'reference' | 'amountCents'>,
  accountNumber: string,
): string {
  return `Order ${reference}: ${formatCents(amountCents)} booked for account ${accountNumber}.`;
}
