import { Command, Option } from 'commander';
import {
  findings,
  type ManualFinding,
  settleManually,
} from '../features/reconciliation/settle-payment.service.ts';
import { OpsError, withOpsContext } from './ops-context.ts';

interface SettleOptions {
  readonly as: ManualFinding;
  readonly by: string;
  readonly transaction?: string;
}

const help = `
charged       The processor has the charge. Books the payment; --transaction is the processor's number of the charge.
not-charged   The processor does not have the charge and never will. The payment fails; the customer may pay again.
seen          Only removes the payment from manual review.
Exit code 0: done; 1: refused, with the reason.`;

/** `settle-payment PAYMENT --as FINDING --by NAME` */
export const settlePaymentCommand = new Command('settle-payment')
  .description('Records your finding about a payment in manual review, and writes it to the audit trail.')
  .argument('<payment>', "the payment's id, as manual-review prints it")
  .addOption(new Option('--as <finding>', 'your finding').choices(findings).makeOptionMandatory())
  .requiredOption('--by <name>', 'your name')
  .option('--transaction <number>', "the processor's number of the charge")
  .addHelpText('after', help)
  .action(async (paymentId: string, { as, by, transaction }: SettleOptions) => {
    await withOpsContext(async ({ portal }) => {
      const refusal = await settleManually(portal, { paymentId, finding: as, by, transaction });
      if (refusal) throw new OpsError(refusal);
      console.log(`Payment ${paymentId}: ${as}.`);
    });
  });
