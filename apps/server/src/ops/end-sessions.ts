import { Command } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { endSessionsOf } from '../features/sessions/end-sessions.service.ts';
import { openPortal } from '../platform/open-portal.ts';
import { OpsError } from './ops-context.ts';

/** `end-sessions ACCOUNT|EMAIL --by NAME [--forget-browsers]` */
export function endSessionsCommand(): Command {
  return new Command('end-sessions')
    .description('Ends the open sessions of an account or a login, and writes it to the audit trail.')
    .argument('<target>', 'an account number or an e-mail address')
    .requiredOption('--by <name>', 'your name')
    .option('--forget-browsers', 'no longer recognize browsers that signed in before', false)
    .addHelpText(
      'after',
      '\nAn account number ends the sessions of all of its logins. Exit code 0: done; 1: no such account or login.',
    )
    .action(async (target: string, options: { by: string; forgetBrowsers: boolean }) => {
      const { by, forgetBrowsers: forgetsBrowsers } = options;
      const { portal } = openPortal(readConfig(process.env), pino({ level: 'silent' }));
      try {
        const ended = await endSessionsOf(portal, { target, by, forgetsBrowsers });
        if (ended === undefined) throw new OpsError(`There is no account or login ${target}`);
        console.log(`Sessions ended: ${ended.sessions}`);
        if (forgetsBrowsers) console.log(`Browsers forgotten: ${ended.browsers}`);
      } finally {
        await portal.db.destroy();
      }
    });
}
