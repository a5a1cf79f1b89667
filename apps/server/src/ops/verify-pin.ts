import { text } from 'node:stream/consumers';
import { type PinCheckResult, verifyPin } from '../features/account-info/verify-pin.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';

const answers: Readonly<Record<PinCheckResult, string>> = {
  match: 'The PIN matches',
  'no-match': 'The PIN does not match',
  'no-pin': 'The account has no PIN',
  'too-many-tries': 'Too many tries for this account: try again in an hour',
};

/** `verify-pin ACCOUNT --by NAME`, with the PIN on standard input */
export const verifyPinCommand = new PortalCommand('verify-pin')
  .description('Compares a PIN that a caller says with the account’s, and writes it to the audit trail.')
  .argument('<account>', 'the account number')
  .requiredOption('--by <name>', 'your name')
  .addHelpText(
    'after',
    '\nReads the PIN from standard input, so that it stays out of the shell’s history: type it and press Enter and Ctrl-D.\n' +
      'Five tries an hour for each account. Exit code 0: it matches; 1: it does not, there is none, or no such account.',
  )
  .does(async ({ portal }, accountNumber: string, { by }: { by: string }) => {
    const pin = (await text(process.stdin)).trim();
    // Enter alone is no try: nobody said a PIN.
    if (pin === '') throw new OperatorError('Type the PIN that the caller says');
    const result = await verifyPin(portal, { accountNumber, pin, by });
    if (!result) throw new OperatorError(`There is no account ${accountNumber}`);
    if (result !== 'match') throw new OperatorError(answers[result]);
    return [answers[result]];
  });
