import { confirmCharges } from '../features/charge-notices/hold-agreements.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';

/** `confirm-charge ACCOUNT --by NAME` */
export const confirmChargeCommand = new PortalCommand('confirm-charge')
  .description(
    'Lets autopay and planned payments of an account be charged again, whose customer no mail could tell.',
  )
  .argument('<account>', 'the account number, as manual-review prints it')
  .requiredOption('--by <name>', 'your name')
  .addHelpText(
    'after',
    '\nAfter a restore a customer is told before anything is charged that was agreed before. Ask the customer whether it was\n' +
      'ended since. Charges begin today. Without this command nothing is ever charged. Exit code 0: done; 1: refused.',
  )
  .does(async ({ portal }, accountNumber: string, { by }: { by: string }) => {
    const agreements = await confirmCharges(portal, { accountNumber, by });
    if (agreements === undefined) throw new OperatorError(`There is no account ${accountNumber}`);
    if (agreements === 0) throw new OperatorError(`Nothing of account ${accountNumber} waits for you.`);
    return [`Account ${accountNumber}: ${agreements} confirmed. Charges begin today.`];
  });
