import { Command } from 'commander';
import { endSessionsOf } from '../features/sessions/end-sessions.service.ts';
import { OpsError, withOpsContext } from './ops-context.ts';

/** `end-sessions ACCOUNT|EMAIL --by NAME [--forget-browsers]` */
export const endSessionsCommand = new Command('end-sessions')
  .description('Ends the open sessions of an account or a login, and writes it to the audit trail.')
  .argument('<target>', 'an account number or an e-mail address')
  .requiredOption('--by <name>', 'your name')
  .option('--forget-browsers', 'no longer recognize browsers that signed in before', false)
  .addHelpText(
    'after',
    '\nAn account number ends the sessions of all of its logins. Exit code 0: done; 1: no such account or login.',
  )
  .action(async (target: string, { by, forgetBrowsers }: { by: string; forgetBrowsers: boolean }) => {
    await withOpsContext(async ({ portal }) => {
      const ended = await endSessionsOf(portal, { target, by, forgetsBrowsers: forgetBrowsers });
      if (ended === undefined) throw new OpsError(`There is no account or login ${target}`);
      console.log(`Sessions ended: ${ended.sessions}`);
      if (forgetBrowsers) console.log(`Browsers forgotten: ${ended.browsers}`);
    });
  });
