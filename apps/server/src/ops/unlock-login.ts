import { Command } from 'commander';
import { unlockLogin } from '../features/login/login-address.service.ts';
import { OpsError, withOpsContext } from './ops-context.ts';

/** `unlock-login EMAIL --by NAME` */
export const unlockLoginCommand = new Command('unlock-login')
  .description('Resets the rate limits of a login, and writes it to the audit trail.')
  .argument('<email>', 'the e-mail address')
  .requiredOption('--by <name>', 'your name')
  .addHelpText('after', '\nThe customer can request a new code at once. Exit code 0: done; 1: no such login.')
  .action(async (emailAddress: string, { by }: { by: string }) => {
    await withOpsContext(async ({ portal }) => {
      const isUnlocked = await unlockLogin(portal, { emailAddress, by });
      if (!isUnlocked) throw new OpsError(`There is no login ${emailAddress}`);
      console.log(`Unlocked: ${emailAddress}`);
    });
  });
