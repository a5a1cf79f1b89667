import { Option } from 'commander';
import {
  settleVerification,
  type VerificationSettlement,
  verificationFindings,
} from '../features/hero-discount/settle-verification.service.ts';
import {
  findings,
  type ManualFinding,
  settleManually,
} from '../features/reconciliation/settle-payment.service.ts';
import {
  type RefundSettlement,
  refundFindings,
  settleRefundManually,
} from '../features/refunds/refund-inquiry.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { dollars } from './option-parsers.ts';

/** Options of both commands. */
interface Finding<F> {
  readonly as: F;
  readonly by: string;
}

const findingOf = (choices: readonly string[]) =>
  new Option('--as <finding>', 'your finding').choices(choices).makeOptionMandatory();

const paymentHelp = `
charged       The processor has the charge. Books the payment; --transaction is the processor's number of the charge.
not-charged   The processor does not have the charge and never will. The payment fails; the customer may pay again.
seen          Only removes the payment from manual review.
Exit code 0: done; 1: refused, with the reason.`;

/** `settle-payment PAYMENT --as FINDING --by NAME` */
export const settlePaymentCommand = new PortalCommand('settle-payment')
  .description('Records your finding about a payment in manual review, and writes it to the audit trail.')
  .argument('<payment>', "the payment's id, as manual-review prints it")
  .addOption(findingOf(findings))
  .requiredOption('--by <name>', 'your name')
  .option('--transaction <number>', "the processor's number of the charge")
  .addHelpText('after', paymentHelp)
  .does(async ({ portal }, paymentId: string, options: Finding<ManualFinding> & { transaction?: string }) => {
    const { as: finding, by, transaction } = options;
    const refusal = await settleManually(portal, { paymentId, finding, by, transaction });
    if (refusal) throw new OperatorError(refusal);
    return [`Payment ${paymentId}: ${finding}.`];
  });

const refundHelp = `
refunded      The processor gave it back. Books it; --transaction is the processor's number of the refund, or of the voided charge.
not-refunded  The processor did not give it back and never will. The customer can be refunded again.
Exit code 0: done; 1: refused, with the reason.`;

type RefundOptions = Finding<RefundSettlement['finding']> & {
  readonly transaction?: string;
  readonly amount?: number;
};

/** `settle-refund REFUND --as FINDING --by NAME` */
export const settleRefundCommand = new PortalCommand('settle-refund')
  .description(
    'Records what came of a refund, as the processor’s own page says, and writes it to the audit trail.',
  )
  .argument('<refund>', "the refund's id, as manual-review prints it")
  .addOption(findingOf(refundFindings))
  .requiredOption('--by <name>', 'your name')
  .option('--transaction <number>', "the processor's number of the refund, or of the charge that was voided")
  .option('--amount <dollars>', 'what the processor gave back, where it is not what was asked', dollars)
  .addHelpText('after', refundHelp)
  .does(async ({ portal }, refundId: string, options: RefundOptions) => {
    const { as: finding, by, transaction, amount: amountCents } = options;
    const refusal = await settleRefundManually(portal, { refundId, finding, by, transaction, amountCents });
    if (refusal) throw new OperatorError(refusal);
    return [`Refund ${refundId}: ${finding}.`];
  });

const verificationHelp = `
verified      The verification is this account's. Applies the Hero Discount and mails the customer; --account is its number.
seen          Only removes the verification from manual review.
Exit code 0: done; 1: refused, with the reason.`;

type VerificationOptions = Finding<VerificationSettlement['finding']> & { readonly account?: string };

/** `settle-verification EVENT --as FINDING --by NAME` */
export const settleVerificationCommand = new PortalCommand('settle-verification')
  .description(
    'Records whose a verification of the eligibility service is, and writes it to the audit trail.',
  )
  .argument('<event>', "the callback's id, as manual-review prints it")
  .addOption(findingOf(verificationFindings))
  .requiredOption('--by <name>', 'your name')
  .option('--account <number>', 'the account that gets the discount')
  .addHelpText('after', verificationHelp)
  .does(async ({ portal }, eventId: string, { as: finding, by, account }: VerificationOptions) => {
    const refusal = await settleVerification(portal, { eventId, finding, by, accountNumber: account });
    if (refusal) throw new OperatorError(refusal);
    return [`Verification ${eventId}: ${finding}.`];
  });
