import { unlockLogin } from '../features/login/login-address.service.ts';
import { endSessionsOf } from '../features/sessions/end-sessions.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';

/** `unlock-login EMAIL --by NAME` */
export const unlockLoginCommand = new PortalCommand('unlock-login')
  .description('Resets the rate limits of a login, and writes it to the audit trail.')
  .argument('<email>', 'the e-mail address')
  .requiredOption('--by <name>', 'your name')
  .addHelpText('after', '\nThe customer can request a new code at once. Exit code 0: done; 1: no such login.')
  .does(async ({ portal }, emailAddress: string, { by }: { by: string }) => {
    const isUnlocked = await unlockLogin(portal, { emailAddress, by });
    if (!isUnlocked) throw new OperatorError(`There is no login ${emailAddress}`);
    return [`Unlocked: ${emailAddress}`];
  });

/** `end-sessions ACCOUNT|EMAIL --by NAME [--forget-browsers]` */
export const endSessionsCommand = new PortalCommand('end-sessions')
  .description('Ends the open sessions of an account or a login, and writes it to the audit trail.')
  .argument('<target>', 'an account number or an e-mail address')
  .requiredOption('--by <name>', 'your name')
  .option('--forget-browsers', 'no longer recognize browsers that signed in before', false)
  .addHelpText(
    'after',
    '\nAn account number ends the sessions of all of its logins. Exit code 0: done; 1: no such account or login.',
  )
  .does(
    async ({ portal }, target: string, { by, forgetBrowsers }: { by: string; forgetBrowsers: boolean }) => {
      const ended = await endSessionsOf(portal, { target, by, forgetsBrowsers: forgetBrowsers });
      if (ended === undefined) throw new OperatorError(`There is no account or login ${target}`);
      const sessions = `Sessions ended: ${ended.sessions}`;
      return forgetBrowsers ? [sessions, `Browsers forgotten: ${ended.browsers}`] : [sessions];
    },
  );
