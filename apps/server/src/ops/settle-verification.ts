import { Command, Option } from 'commander';
import {
  settleVerification,
  type VerificationSettlement,
  verificationFindings,
} from '../features/hero-discount/settle-verification.service.ts';
import { OpsError, withOpsContext } from './ops-context.ts';

interface SettleOptions {
  readonly as: VerificationSettlement['finding'];
  readonly by: string;
  readonly account?: string;
}

const help = `
verified      The verification is this account's. Applies the Hero Discount and mails the customer; --account is its number.
seen          Only removes the verification from manual review.
Exit code 0: done; 1: refused, with the reason.`;

/** `settle-verification EVENT --as FINDING --by NAME` */
export const settleVerificationCommand = new Command('settle-verification')
  .description(
    'Records whose a verification of the eligibility service is, and writes it to the audit trail.',
  )
  .argument('<event>', "the callback's id, as manual-review prints it")
  .addOption(new Option('--as <finding>', 'your finding').choices(verificationFindings).makeOptionMandatory())
  .requiredOption('--by <name>', 'your name')
  .option('--account <number>', 'the account that gets the discount')
  .addHelpText('after', help)
  .action(async (eventId: string, { as, by, account }: SettleOptions) => {
    await withOpsContext(async ({ portal }) => {
      const settlement = { eventId, finding: as, by, accountNumber: account };
      const refusal = await settleVerification(portal, settlement);
      if (refusal) throw new OpsError(refusal);
      console.log(`Verification ${eventId}: ${as}.`);
    });
  });
