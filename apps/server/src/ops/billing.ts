import { Command } from 'commander';
import { findBacklog, listRefusals } from '../features/billing-system/backlog.repository.ts';
import { compareWithBilling } from '../features/billing-system/compare.service.ts';
import { type BillingPortal, readAccount } from '../features/billing-system/read-account.service.ts';
import { claimReading } from '../features/billing-system/reading.repository.ts';
import { openServices } from '../gateways/open-services.ts';
import { findAccountId } from '../platform/database/account-lookup.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type OpsContext, PortalCommand } from './ops-context.ts';
import { plainText } from './text-section.ts';

const mostRefusals = 200;
const minute = 60;

/** The portal of a command, following the billing system that the settings name. */
function billingPortalOf({ portal, pool, db }: OpsContext): BillingPortal {
  const { billingSystem } = openServices(portal);
  if (!billingSystem) throw new OperatorError('BILLING_SYSTEM is files: there is no billing system to ask');
  return { ...portal, db, pool, billingSystem };
}

/** `billing status` */
const status = new PortalCommand('status')
  .description('Prints how far the portal is behind the billing system, and what it could not take.')
  .does(async ({ db }) => {
    const backlog = await findBacklog(db, true);
    const { due, dueSince, oldestReading, read, unread, completedAt, awaySeconds } = backlog;
    const refusals = await listRefusals(db, mostRefusals);
    const timeOf = (at: Date | null) => at?.toISOString() ?? 'never';
    return [
      awaySeconds > 0 ? `Away for ${Math.ceil(awaySeconds / minute)} min` : 'Answers',
      completedAt ? `Accounts listed: ${timeOf(completedAt)}` : 'First reading: under way',
      `Accounts read: ${read}, not yet: ${unread}, oldest reading: ${timeOf(oldestReading)}`,
      `Waiting: ${due}${due > 0 ? `, since ${timeOf(dueSince)}` : ''}`,
      `Not taken: ${backlog.refusals}${backlog.refusals > mostRefusals ? `, the oldest ${mostRefusals}` : ''}`,
      ...refusals.map(
        ({ accountNumber, record, field, reason, since }) =>
          `${timeOf(since)}  ${accountNumber ?? '-'}  ${plainText(record)}, ${plainText(field)}: ${plainText(reason)}`,
      ),
    ];
  });

/** `billing read ACCOUNT` */
const read = new PortalCommand('read')
  .description('Reads one account now, and prints what changed.')
  .argument('<account>', 'its number')
  .does(async (context, accountNumber: string) => {
    const portal = billingPortalOf(context);
    const [before] = await compareWithBilling(portal, [accountNumber]);
    const accountId = await findAccountId(portal.db, accountNumber);
    const now = portal.clock.now();
    const reading = accountId
      ? await claimReading(portal.db, accountId, now)
      : { accountId: null, accountNumber, number: 0, startedAt: now, readAt: null, isDoubtful: false };
    // A person looks at what is wrong: it is listed at once.
    const outcome = await readAccount(portal, { ...reading, isDoubtful: true }, { isFirst: false });
    if (outcome === 'unavailable') throw new OperatorError('The billing system does not answer');
    const changes = before?.differences ?? [];
    return [`${accountNumber}: ${outcome}, ${changes.length} changes`, ...changes.map(plainText)];
  });

/** `billing switch --dry-run` */
const switchOver = new PortalCommand('switch')
  .description('Prints what would be different if the portal followed the billing system, or files again.')
  .requiredOption('--dry-run', 'only print: BILLING_SYSTEM switches')
  .does(async (context) => {
    const portal = billingPortalOf(context);
    const { rows } = await context.pool.query<{ number: string }>(
      'select account_number as number from account order by account_number',
    );
    const compared = await compareWithBilling(
      portal,
      rows.map(({ number }) => number),
    );
    const different = compared.filter(({ differences }) => differences.length > 0);
    const charged = compared.filter(({ isChargedThere }) => isChargedThere);
    return [
      ...different.flatMap(({ accountNumber, differences }) => [
        `${accountNumber}: ${differences.length}`,
        ...differences.map((difference) => `  ${plainText(difference)}`),
      ]),
      ...charged.map(
        ({ accountNumber }) =>
          `${accountNumber}: automatic payment is on there: switch it off in one of both`,
      ),
      `Accounts: ${compared.length}, different: ${different.length}, charged by both: ${charged.length}`,
      `New bills are mailed by ${portal.config.billing?.mailsBills ? 'the portal: switch it off in billing' : 'the billing system'} (BILLING_MAILS_BILLS)`,
    ];
  });

/** `billing status | read ACCOUNT | switch --dry-run` */
export const billingCommand = new Command('billing')
  .description('The billing system that the portal follows (BILLING_SYSTEM).')
  .addCommand(status)
  .addCommand(read)
  .addCommand(switchOver);
