import { Command } from 'commander';
import { connectPool } from '../platform/database/connect.ts';
import { withConnectionAdvice } from '../platform/database/connection-advice.ts';
import { distributeDatabase } from '../platform/database/distribution/distribute.ts';
import { applicationRole, sessionTimeoutsMs } from '../platform/database/session-settings.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { requireOwnerUrl } from './migrate.ts';

/** `distribute` */
export const distributeCommand = new Command('distribute')
  .description(
    'Places the tables of a migrated database on the workers of its Citus cluster, as the role of DATABASE_OWNER_URL, and gives the ' +
      'role of the application its time-outs there. Stop the servers first. Safe to repeat. See docs/operations.md, “Growing”.',
  )
  .action(async () => {
    const ownerUrl = requireOwnerUrl();
    const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
    if (!url)
      throw new OperatorError('DATABASE_URL is missing. Set it to the database URL of the server’s login.');
    const placed = await withConnectionAdvice('DATABASE_OWNER_URL', ownerUrl, () =>
      distributeDatabase(ownerUrl),
    );
    await withConnectionAdvice('DATABASE_URL', url, () => prepareWorkers(url));
    console.log(describe(placed).join('\n'));
  });

/** A worker's sessions are of the application's role itself. What is set for it here is set on every node. */
async function prepareWorkers(url: string): Promise<void> {
  const pool = connectPool({ url, maximumConnections: 1 });
  const names = ['lock_timeout', 'idle_in_transaction_session_timeout'] as const;
  try {
    for (const name of names)
      await pool.query(`alter role ${applicationRole} set ${name} = '${sessionTimeoutsMs[name]}ms'`);
  } finally {
    await pool.end();
  }
}

/** Says what changed, and for each guarantee that one PostgreSQL gave what replaces it. */
function describe(placed: readonly string[]): string[] {
  if (placed.length === 0) return ['Every table has its place already.'];
  return [
    `Placed on the workers: ${placed.join(', ')}.`,
    'What one PostgreSQL guarantees and this database does not:',
    '- Unique in one account, no longer in all: numbers of accounts, bills, payments, methods, and visits, order numbers at the ' +
      'processor, links to visits, and what an import remembers. Instead: a number leads to its account by account_lookup, which ' +
      'stays unique; an order number derives from account and charge, and "npm run ops -- check" finds two alike.',
    '- No foreign keys between accounts and what stays on the coordinator: customers, plans, logins, mails, captured methods, keys ' +
      'of requests. Instead: whoever writes these has read what they name, nothing that they name is ever deleted, and ' +
      '"npm run ops -- check" finds what leads nowhere.',
    '- One moment: a statement about all accounts sees each worker at its own. Instead: repeat "npm run ops -- check" when it finds ' +
      'something while customers pay.',
    '- A restore: the coordinator alone notices its own. Instead: restore every node to one citus_create_restore_point, never a ' +
      'worker alone.',
  ];
}
