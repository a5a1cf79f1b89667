import { Command } from 'commander';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { OpsError } from './ops-context.ts';

/** `migrate` */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Migrates the database to the newest schema, as the role of DATABASE_OWNER_URL. Safe to repeat.',
    )
    .action(async () => {
      const ownerUrl = process.env.DATABASE_OWNER_URL;
      if (!ownerUrl)
        throw new OpsError(
          'DATABASE_OWNER_URL is missing. Set it to the database URL of the role that owns the tables.',
        );
      const names = await migrateDatabase(ownerUrl);
      console.log(names.length === 0 ? 'The schema is up to date.' : `Applied: ${names.join(', ')}.`);
    });
}
