import { formatCents } from '@myaccount/contract/money';
import { makeRefund, planRefund, type RefundPlan } from '../features/refunds/make-refund.service.ts';
import type { Refund } from '../features/refunds/refund.repository.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { dollars } from './option-parsers.ts';

interface RefundOptions {
  readonly amount?: number;
  readonly reason: string;
  readonly by: string;
  readonly reopen?: boolean;
  readonly recorded?: boolean;
  readonly yes?: boolean;
}

const unknownExitCode = 2;
const help = `
Without --yes it only says what it would do. Free credit of the account is taken first; what is more reopens debt, which needs
--reopen: autopay is turned off and planned payments are canceled, so that it is not charged again, and the mail says so. A charge
that is disputed is first credited by billing, and then refunded: so nothing is reopened.

A charge that has not settled is voided if all of it is meant; otherwise its processor sends the money back. --recorded only writes
down what was given back outside the portal. At most LIMIT_REFUND_CENTS of a payment is given back by the portal.

Exit code 0: done, or only said; 2: the processor has not said what came of it (the portal keeps asking; no other refund of the
account is made before that); 1: refused, with the reason.`;

/** `refund PAYMENT [--amount AMOUNT] --reason TEXT --by NAME [--reopen] [--recorded] [--yes]` */
export const refundCommand = new PortalCommand('refund')
  .description(
    'Gives back a payment or a part of it, once, and writes who did it and why to the audit trail.',
  )
  .argument('<payment>', "the payment's id, as show prints it")
  .option('--amount <dollars>', 'how much; without it all that is left', dollars)
  .requiredOption('--reason <text>', 'the reason')
  .requiredOption('--by <name>', 'your name')
  .option('--reopen', 'make what free credit does not cover owed again')
  .option('--recorded', 'it was given back outside the portal: only record it')
  .option('--yes', 'do it')
  .addHelpText('after', help)
  .does(async ({ portal }, paymentId: string, options: RefundOptions) => {
    const { amount: amountCents, reason, by, reopen = false, recorded = false, yes = false } = options;
    const order = { paymentId, amountCents, reason, by, mayReopen: reopen, isRecorded: recorded };
    if (!yes) {
      const plan = await planRefund(portal, order);
      if ('refusal' in plan) throw new OperatorError(plan.refusal);
      return [...describe(plan, recorded), 'Nothing was done: add --yes to do it.'];
    }
    const refund = await makeRefund(portal, order);
    if ('refusal' in refund) throw new OperatorError(refund.refusal);
    if (refund.state === 'UNKNOWN') process.exitCode = unknownExitCode;
    return [sentenceOf(refund)];
  });

/** Says what a refund will do, item by item. */
function describe(plan: RefundPlan, isRecorded: boolean): string[] {
  const { payment, amountCents, leftCents, reopenedCents, endsAutopay, canceledCents } = plan;
  const { method, processor } = payment;
  const creditCents = amountCents - reopenedCents;
  return [
    isRecorded
      ? `${formatCents(amountCents)} is recorded as given back outside the portal.`
      : `${formatCents(amountCents)} goes back to ${method.cardType} …${method.lastFour} through ${processor}.`,
    `${formatCents(leftCents)} of the payment of ${formatCents(payment.amountCents)} is left.`,
    ...(creditCents > 0 ? [`${formatCents(creditCents)} of it is taken from free credit.`] : []),
    ...(reopenedCents > 0 ? [`${formatCents(reopenedCents)} is owed again.`] : []),
    ...(endsAutopay ? ['Autopay is turned off.'] : []),
    ...(canceledCents > 0 ? [`Planned payments of ${formatCents(canceledCents)} are canceled.`] : []),
    'The customer gets a mail.',
  ];
}

const doneWords = {
  void: 'is voided',
  refund: 'is refunded',
  recorded: 'is recorded as given back',
} as const;

/** Says what came of a refund. Throws an OperatorError where nothing was given back. */
function sentenceOf({ id, state, means, amountCents, text }: Refund): string {
  const what = `Refund ${id}: ${formatCents(amountCents)}`;
  if (state === 'REFUSED') throw new OperatorError(`${what} was not given back: ${text}`);
  if (state === 'DONE') return `${what} ${doneWords[means]}.`;
  return `${what}, and its processor has not said what came of it. The portal keeps asking; manual-review lists it.`;
}
