import { Command, Option } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { findings, type PersonFinding, settleByPerson } from '../features/payments/settle-payment.service.ts';
import { openPortal } from '../platform/open-portal.ts';
import { OpsProblem } from './desk.ts';

interface SettleOptions {
  readonly as: PersonFinding;
  readonly by: string;
  readonly transaction?: string;
}

const help = `
charged       the processor has the charge: it is booked. --transaction is the processor's number of it.
not-charged   the processor has no such charge and will not have: the payment failed, and the customer may pay again.
seen          nothing changes but that the payment is not listed any more.
Exit code 0: done; 1: refused, with the reason.`;

/** `settle-payment PAYMENT --as FINDING --by NAME` */
export function settlePaymentCommand(): Command {
  return new Command('settle-payment')
    .description(
      'Records what a person found out about a payment of needs-person. It stands in the audit trail.',
    )
    .argument('<payment>', 'the payment’s id, as needs-person prints it')
    .addOption(new Option('--as <finding>', 'what was found').choices(findings).makeOptionMandatory())
    .requiredOption('--by <name>', 'who found it')
    .option('--transaction <number>', 'the processor’s own number of the charge')
    .addHelpText('after', help)
    .action(async (paymentId: string, { as, by, transaction }: SettleOptions) => {
      const { portal } = openPortal(readConfig(process.env), pino({ level: 'silent' }));
      try {
        const refusal = await settleByPerson(portal, { paymentId, finding: as, by, transaction });
        if (refusal) throw new OpsProblem(refusal);
        console.log(`Payment ${paymentId}: ${as}.`);
      } finally {
        await portal.db.destroy();
      }
    });
}
