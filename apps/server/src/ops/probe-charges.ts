import { randomInt } from 'node:crypto';
import type { ProcessorName } from '@myaccount/contract/processors';
import { sendWithinMs } from '../features/charging/charge.rules.ts';
import { isBankAccount } from '../features/payment-methods/payment-methods.rules.ts';
import { openToken } from '../features/payment-methods/payment-methods.service.ts';
import type { ChargeKind, ChargeResult, InquiryResult } from '../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../platform/audit.ts';
import { deadlineIn } from '../platform/deadline.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Portal } from '../platform/portal.ts';
import type { ProbeCharge, Probing, Result } from './probing.ts';

const amountCents = 100;

/** Returns a dollar to charge for each saved method of an account. Throws OperatorError if it has none. */
export async function findProbeCharges(portal: Portal, accountNumber: string): Promise<Probing['charges']> {
  const methods = await portal.db
    .selectFrom('account as a')
    .innerJoin('payment_method as m', 'm.account_id', 'a.id')
    .select(['a.id as accountId', 'm.processor', 'm.method_type as methodType', 'm.card_type as cardType'])
    .select(['m.token_sealed as bytes', 'm.token_key_id as keyId'])
    .where('a.account_number', '=', accountNumber)
    .where('m.valid_to', 'is', null)
    .execute();
  if (methods.length === 0)
    throw new OperatorError(`There is no account ${accountNumber} with a saved method`);
  const charges = methods.map(
    ({ processor, accountId, ...method }): ProbeCharge => ({
      ...{ processor, accountId, token: openToken(portal, method), transaction: null, mayExist: false },
      kind: isBankAccount(method) ? 'bank' : 'card',
      reference: String(randomInt(1e14, 3e14)),
    }),
  );
  return new Map(charges.map((charge) => [keyOf(charge.processor, charge.kind), charge]));
}

const keyOf = (processor: ProcessorName, kind: ChargeKind) => `${processor} ${kind}`;

/** Returns a step of the dollar of a processor and kind. */
export function withCharge(processor: ProcessorName, kind: ChargeKind, step: keyof typeof steps) {
  return async (probing: Probing): Promise<Result> => {
    const charge = probing.charges.get(keyOf(processor, kind));
    if (!charge) return 'no such saved method: see --account';
    return await steps[step](probing, charge, (news) => {
      probing.charges.set(keyOf(processor, kind), { ...charge, ...news });
    });
  };
}

type Step = (
  probing: Probing,
  charge: ProbeCharge,
  note: (news: Partial<ProbeCharge>) => void,
) => Promise<Result>;

/** Charges the dollar. Its order is in the audit trail and on the screen before anything is sent. */
const makeCharge: Step = async ({ portal, services, options }, charge, note) => {
  const { processor, kind, token, reference, accountId } = charge;
  const entry = { accountId, at: portal.clock.now(), detail: { processor, reference, amountCents } };
  await recordAudit(portal.db, { ...entry, actor: `operator:${options.by}`, action: 'payments.probed' });
  console.error(`Charging $1.00 at ${processor}, order ${reference}, to be voided`);
  note({ mayExist: true });
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const initiated = { initiator: 'customer', networkTransaction: null, sendBefore } as const;
  const result = await services.processors[processor].charge({
    ...{ token, kind, reference, amountCents },
    ...initiated,
  });
  // That a refusal by its code charges nothing is inferred.
  const mayExist = result.outcome === 'unavailable' ? result.isSent : result.outcome !== 'declined';
  note({ mayExist, transaction: transactionOf(result) });
  return result;
};

/** Asks what came of the dollar. */
const lookUp: Step = async ({ services }, { processor, kind, reference, ...charge }, note) => {
  if (!charge.mayExist && charge.transaction === null) return 'nothing was charged';
  const inquiry = { kind, reference, amountCents, transaction: null };
  const result = await services.processors[processor].inquire(inquiry);
  note({ transaction: charge.transaction ?? transactionOf(result) });
  return result;
};

/** Takes the dollar back. */
const takeBack: Step = async ({ services }, { processor, reference, transaction, mayExist }, note) => {
  if (!mayExist) return 'nothing was charged';
  if (transaction === null) return 'the number of the charge is not known';
  const result = await services.processors[processor].voidCharge({ reference, transaction });
  note({ mayExist: result.outcome !== 'voided' });
  return result;
};

const steps = { make: makeCharge, 'look-up': lookUp, void: takeBack };

function transactionOf(result: ChargeResult | InquiryResult): string | null {
  return 'transaction' in result ? result.transaction : null;
}
