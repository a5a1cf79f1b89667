import { Command } from 'commander';
import { withConnectionAdvice } from '../platform/database/connection-advice.ts';
import { distributeDatabase } from '../platform/database/distribution/distribute.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { prepareLogin } from '../platform/database/prepare-login.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** `migrate` */
export const migrateCommand = new Command('migrate')
  .description(
    'Migrates the database to the newest schema, as the role of DATABASE_OWNER_URL, and sets role and time-outs of ' +
      "DATABASE_URL's login. Safe to repeat.",
  )
  .action(async () => {
    const ownerUrl = requireOwnerUrl();
    const names = await withConnectionAdvice('DATABASE_OWNER_URL', ownerUrl, () => migrateDatabase(ownerUrl));
    // What a release adds has its place, too.
    await distributeDatabase(ownerUrl, { isBegun: true });
    console.log(names.length === 0 ? 'The schema is up to date.' : `Applied: ${names.join(', ')}.`);
    console.log(await describeLogin(process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL));
  });

/** Returns the address of the role that owns the tables. Throws without one. */
export function requireOwnerUrl(): string {
  const ownerUrl = process.env.DATABASE_OWNER_URL;
  if (ownerUrl) return ownerUrl;
  throw new OperatorError(
    'DATABASE_OWNER_URL is missing. Set it to the database URL of the role that owns the tables.',
  );
}

async function describeLogin(url: string | undefined): Promise<string> {
  if (!url) return "DATABASE_URL is not set, so role and time-outs of the server's login stay as they are.";
  const login = await withConnectionAdvice('DATABASE_URL', url, () => prepareLogin(url));
  return `The login ${login} has its role and time-outs, from its next session on.`;
}
