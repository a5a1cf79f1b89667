import { Command, Option } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import {
  settleVerification,
  type VerificationSettlement,
  verificationFindings,
} from '../features/hero-discount/settle-verification.service.ts';
import { openPortal } from '../platform/open-portal.ts';
import { OpsError } from './ops-context.ts';

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
export function settleVerificationCommand(): Command {
  return new Command('settle-verification')
    .description(
      'Records whose a verification of the eligibility service is, and writes it to the audit trail.',
    )
    .argument('<event>', "the callback's id, as manual-review prints it")
    .addOption(
      new Option('--as <finding>', 'your finding').choices(verificationFindings).makeOptionMandatory(),
    )
    .requiredOption('--by <name>', 'your name')
    .option('--account <number>', 'the account that gets the discount')
    .addHelpText('after', help)
    .action(async (eventId: string, { as, by, account }: SettleOptions) => {
      const { portal } = openPortal(readConfig(process.env), pino({ level: 'silent' }));
      try {
        const refusal = await settleVerification(portal, {
          eventId,
          finding: as,
          by,
          accountNumber: account,
        });
        if (refusal) throw new OpsError(refusal);
        console.log(`Verification ${eventId}: ${as}.`);
      } finally {
        await portal.db.destroy();
      }
    });
}
