import type { ProcessorName } from '@myaccount/contract/processors';
import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import type { PayingPortal } from '../feature.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { chargeReference, lookAhead } from './charge.rules.ts';
import { type Charge, passOver } from './charge.service.ts';
import type { ChargeLookup } from './charge-lookup.service.ts';

/** What a processor has under a number of the account: the payment's own charge, one that is unknown here, or no answer. */
export interface FoundCharge {
  /** The payment, under the number of that charge. */
  readonly payment: Payment;
  readonly result: Exclude<InquiryResult, { readonly outcome: 'not-found' }>;
}

/**
 * Looks for a charge under a payment's number and, where anything is found or charges may be missing here, under the next ones, until
 * {@link lookAhead} in a row are not found. Returns the first one that took money or is the payment's own. Otherwise returns the
 * payment to charge, whose number passes over those of earlier declines.
 */
export async function findCharge(
  portal: PayingPortal,
  lookup: ChargeLookup,
  { payment, kind, sentAt = null }: Charge,
): Promise<FoundCharge | { readonly payment: Payment }> {
  const { processor, accountId, amountCents, chargeNumber: own, method } = payment;
  if (!processor || own === null) return { payment };
  const inquire = await inquiriesAt(portal, lookup, processor, sentAt !== null);
  const ask = async (number: number) => {
    const identity = { sentAt: number === own ? sentAt : null, lastFour: method.lastFour };
    const reference = chargeReference(accountId, number);
    return await inquire({ reference, transaction: null, amountCents, kind, ...identity });
  };
  const isUnsure = processor === 'orbital' && (await lookup.isUnsure());
  const { result, last } = await searchFrom(own, isUnsure, ask);
  const current = last < own ? payment : await passOver(portal, payment, last);
  return result ? { payment: current, result } : { payment: current };
}

/** Asks by number. Returns the last number to pass over, less than `own` if there is none, and the result that was found after it. */
async function searchFrom(
  own: number,
  isUnsure: boolean,
  ask: (number: number) => Promise<InquiryResult>,
): Promise<{ readonly last: number; readonly result?: FoundCharge['result'] }> {
  let last = own - 1;
  for (let number = own; number - last <= lookAhead; number += 1) {
    const result = await ask(number);
    if (result.outcome === 'not-found') {
      if (number === own && !isUnsure) break;
    } else if (result.outcome === 'earlier' && !result.isAccepted) last = number;
    else return { last: number - 1, result };
  }
  return { last };
}

/** Returns how a processor is asked by number. What TranSafe's report does not list need not be asked, unless it was sent. */
async function inquiriesAt(
  portal: PayingPortal,
  lookup: ChargeLookup,
  processor: ProcessorName,
  wasSent: boolean,
): Promise<PayingPortal['processors']['orbital']['inquire']> {
  const report = processor === 'transafe' && !wasSent ? await lookup.report() : undefined;
  const listed = report && new Set(report.charges.map(({ reference }) => reference));
  return async (inquiry) =>
    listed && !listed.has(inquiry.reference)
      ? { outcome: 'not-found' }
      : await portal.processors[processor].inquire(inquiry);
}
