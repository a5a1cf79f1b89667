import { requestLoginChange, stopByOperator } from '../features/login/login-change.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';

interface Options {
  readonly to?: string;
  readonly stop: boolean;
  readonly by: string;
  readonly reason: string;
  readonly dryRun: boolean;
}

const help = `
For somebody who lost the address that they sign in with. Needs a PIN that verify-pin found right within the last 10 minutes.
Nothing changes for LOGIN_CHANGE_HOURS. Meanwhile everybody who is told can stop it by one press. Then a code sent to the new address completes it.
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
  .does(async ({ portal }, from: string, { to, stop, by, reason, dryRun: isDryRun }: Options) => {
    if (stop === (to !== undefined) || (stop && isDryRun))
      throw new OperatorError('Name the new address with --to, or --stop alone');
    if (to === undefined) {
      const refusal = await stopByOperator(portal, { from, by, reason });
      if (refusal !== undefined) throw new OperatorError(refusal);
      return [`Stopped: ${from} stays`];
    }
    const change = await requestLoginChange(portal, { from, to, by, reason, isDryRun });
    if ('refusal' in change) throw new OperatorError(change.refusal);
    return [
      `${isDryRun ? 'Would wait' : 'Waits'}: ${change.from} to ${change.to}`,
      `A code sent to the new address completes it from ${change.opensAt.toISOString()} until ${change.expiresAt.toISOString()}`,
      `Mail with the link that stops it: ${change.told.join(', ')}`,
    ];
  });
