import { Command } from 'commander';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { OpsProblem } from './desk.ts';

/** `migrate` */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Brings the database to the newest schema, as the role of DATABASE_OWNER_URL; safe to repeat.',
    )
    .action(async () => {
      const ownerUrl = process.env.DATABASE_OWNER_URL;
      if (!ownerUrl)
        throw new OpsProblem(
          'DATABASE_OWNER_URL: is missing; needs the address for the role that owns the tables',
        );
      const names = await migrateDatabase(ownerUrl);
      console.log(
        names.length === 0 ? 'Nothing to do: the schema is the newest.' : `Done: ${names.join(', ')}.`,
      );
    });
}
