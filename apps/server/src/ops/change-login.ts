import { requestLoginChange, stopLoginChange } from '../features/login/login-change.service.ts';
import { findLoginId } from '../features/sessions/sessions.repository.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';

interface Options extends Readonly<Record<'by' | 'reason', string> & Record<'stop' | 'dryRun', boolean>> {
  readonly to?: string;
}

const help = `
For somebody who lost the address that they sign in with. Needs a PIN that verify-pin found right within the last 10 minutes.
Nothing changes for LOGIN_CHANGE_HOURS; meanwhile one press in any of the mails stops it. Then a code sent to the new address completes it.
Exit code 0: it waits, or --stop stopped it; 1: refused, with the reason.`;

/** `change-login EMAIL --to EMAIL|--stop --by NAME --reason TEXT [--dry-run]` */
export const changeLoginCommand = new PortalCommand('change-login')
  .description('Has the sign-in address of a login changed after a waiting time, or stops that.')
  .argument('<email>', 'the address that signs in now')
  .option('--to <email>', 'the new address')
  .option('--stop', 'stops the change that waits', false)
  .requiredOption('--by <name>', 'your name')
  .requiredOption('--reason <text>', 'the reason')
  .option('--dry-run', 'only say what would happen', false)
  .addHelpText('after', help)
  .does(async ({ portal, db }, from: string, { to, stop, by, reason, dryRun: isDryRun }: Options) => {
    if (reason.trim() === '') throw new OperatorError('Say the reason');
    if (stop === (to !== undefined) || (stop && isDryRun))
      throw new OperatorError('Name the new address with --to, or --stop alone');
    if (to === undefined) {
      const loginId = await findLoginId(db, from);
      if (loginId === undefined) throw new OperatorError(`There is no login ${from}`);
      if (await stopLoginChange(portal, loginId, { actor: `operator:${by}`, reason }))
        return [`Stopped: ${from} stays`];
      throw new OperatorError(`No change of ${from} waits`);
    }
    const change = await requestLoginChange(portal, { from, to, by, reason, isDryRun });
    if ('refusal' in change) throw new OperatorError(change.refusal);
    const [opensAt, expiresAt] = [change.opensAt.toISOString(), change.expiresAt.toISOString()];
    return [
      `${isDryRun ? 'Would wait' : 'Waits'}: a code sent to ${to} completes it from ${opensAt} until ${expiresAt}`,
    ];
  });
