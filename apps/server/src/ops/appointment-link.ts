import { endLinks, type LinkRequest, makeLinks } from '../features/appointments/links.service.ts';
import { findAccountId } from '../platform/database/account-lookup.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Portal } from '../platform/portal.ts';
import { PortalCommand } from './ops-context.ts';

interface Options {
  readonly all?: boolean;
  readonly revoke?: boolean;
  readonly by: string;
}

const help = `
Prints account, time, and link, separated by tabs. Whoever has a link can see and move the visit: hand it to the customer only.
A new link does not end earlier ones. --revoke ends every link, also those in mails and texts.
Exit code 0: done; 1: no such account, no visit to come, or the command failed.`;

/** `appointment-link [ACCOUNT] [--all] [--revoke] --by NAME` */
export const appointmentLinkCommand = new PortalCommand('appointment-link')
  .description('Prints a new link to each visit that is still to come, or ends links.')
  .argument('[account]', 'the account number')
  .option('--all', 'of every account')
  .option('--revoke', 'ends the links instead')
  .requiredOption('--by <name>', 'your name, for the audit trail')
  .addHelpText('after', help)
  .does(async ({ portal }, account: string | undefined, { all = false, revoke = false, by }: Options) => {
    if (all === (account !== undefined)) throw new OperatorError('Name an account, or --all');
    const text = revoke ? revokeText : linksText;
    return await text(portal, { accountNumber: account ?? null, actor: `operator:${by}` });
  });

/** A null number means all accounts. */
interface Request extends Pick<LinkRequest, 'actor'> {
  readonly accountNumber: string | null;
}

async function whoseLinks({ db }: Portal, { accountNumber, actor }: Request): Promise<LinkRequest> {
  const accountId = accountNumber === null ? null : await findAccountId(db, accountNumber);
  if (accountId === undefined) throw new OperatorError(`There is no account ${accountNumber}`);
  return { accountId, actor };
}

/** Makes links and returns a line for each. Throws OperatorError if there is nothing to link to. */
export async function linksText(portal: Portal, request: Request): Promise<string[]> {
  const links = await makeLinks(portal, await whoseLinks(portal, request));
  if (links.length === 0) throw new OperatorError('There is no visit to come');
  return links.map(({ accountNumber, startsAt, url }) =>
    [accountNumber, startsAt.toISOString(), url].join('\t'),
  );
}

/** Ends links and returns a line that says how many. Throws OperatorError if there is no such account. */
export async function revokeText(portal: Portal, request: Request): Promise<string[]> {
  return [`Links ended: ${await endLinks(portal, await whoseLinks(portal, request))}`];
}
