import { randomInt } from 'node:crypto';
import type { ProcessorName } from '@myaccount/contract/processors';
import { sendWithinMs } from '../features/charging/charge.rules.ts';
import { isBankAccount } from '../features/payment-methods/payment-methods.rules.ts';
import { openToken } from '../features/payment-methods/payment-methods.service.ts';
import type { ChargeKind, ChargeRequest, RefundMeans } from '../gateways/card-processor/card-processor.ts';
import type { Services } from '../gateways/open-services.ts';
import { findAccountId, noAccountId } from '../platform/database/account-lookup.ts';
import { deadlineIn } from '../platform/deadline.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Portal } from '../platform/portal.ts';

/** A dollar to charge to a saved test method. */
type TestCharge = Omit<ChargeRequest, 'sendBefore'> & { readonly processor: ProcessorName };

/** What calls of outside services are tried with. */
export interface Probing {
  readonly portal: Portal;
  readonly services: Services;
  /** What the operator names for the calls that need it. */
  readonly options: { readonly area: string } & Readonly<
    Partial<Record<'account' | 'email' | 'phone' | 'visit', string>>
  >;
  readonly charges: readonly TestCharge[];
}

/** Returns a dollar to charge for each saved method of an account. Throws OperatorError if it has none. */
export async function findTestCharges(portal: Portal, accountNumber: string): Promise<TestCharge[]> {
  const accountId = await findAccountId(portal.db, accountNumber);
  const methods = await portal.db
    .selectFrom('payment_method as m')
    .select(['m.processor', 'm.method_type as methodType', 'm.card_type as cardType'])
    .select('m.last_four as lastFour')
    .select(['m.token_sealed as bytes', 'm.token_key_id as keyId'])
    .where('m.account_id', '=', accountId ?? noAccountId)
    .where('m.valid_to', 'is', null)
    .execute();
  if (methods.length === 0)
    throw new OperatorError(`There is no account ${accountNumber} with a saved method`);
  return methods.map(({ processor, lastFour, ...method }) => ({
    processor,
    kind: isBankAccount(method) ? 'bank' : 'card',
    token: openToken(portal, method),
    amountCents: 100,
    // 15 digits: nobody takes it for a payment of the portal, whose references have 16.
    reference: String(randomInt(1e14, 3e14)),
    initiator: 'customer',
    networkTransaction: null,
    sentAt: portal.clock.now(),
    lastFour,
    isResent: false,
  }));
}

/** Returns the time some days from now, of 24 hours each. */
export const inDays = ({ clock }: Portal, days: number) =>
  new Date(clock.now().getTime() + days * 86_400_000);

const find = ({ charges }: Probing, processor: ProcessorName, kind: ChargeKind) =>
  charges.find((each) => each.processor === processor && each.kind === kind);

/** Returns a call that charges the dollar of a processor and kind. */
export function charge(processor: ProcessorName, kind: ChargeKind) {
  return (probing: Probing) => {
    const sendBefore = deadlineIn(sendWithinMs, probing.portal.clock);
    const found = find(probing, processor, kind);
    return found && probing.services.processors[processor].charge({ ...found, sendBefore });
  };
}

/** Returns a call that asks what came of it. */
export function lookUp(processor: ProcessorName, kind: ChargeKind) {
  return (probing: Probing) => {
    const found = find(probing, processor, kind);
    return found && probing.services.processors[processor].inquire({ ...found, transaction: null });
  };
}

/** Returns a call that gives it back. TranSafe refunds only what has settled, which takes a day. */
export function giveBack(processor: ProcessorName, kind: ChargeKind, means: RefundMeans) {
  return async (probing: Probing) => {
    const found = await lookUp(processor, kind)(probing);
    const each = find(probing, processor, kind);
    if (!each || !found || !('transaction' in found) || found.transaction === null) return found;
    const { transaction } = found;
    const transactionIndex = ('transactionIndex' in found && found.transactionIndex) || null;
    return await probing.services.processors[processor].refund({
      means,
      charge: { reference: each.reference, transaction, transactionIndex },
      reference: String(Number(each.reference) + 1),
      amountCents: each.amountCents,
      sendBefore: deadlineIn(sendWithinMs, probing.portal.clock),
    });
  };
}

/** Looks for the dollar in the list of charges. */
export async function listCharges(probing: Probing) {
  const found = find(probing, 'transafe', 'card');
  if (!found) return undefined;
  const { portal, services } = probing;
  const { charges } = await services.processors.transafe.listCharges(inDays(portal, -1), inDays(portal, 1));
  const isListed = charges.some(({ reference }) => reference === found.reference);
  return { outcome: isListed ? 'listed' : 'listed without the charge' };
}
