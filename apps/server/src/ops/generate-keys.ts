import { Command } from 'commander';
import { generateKeys } from '../platform/generate-keys.ts';

const help = `
Prints SECRET_KEYS and ID_TOKEN_KEYS as lines of a settings file, for systemd or a shell. Store them where only the portal's user can read
them, and keep a copy apart from the database's backups: without SECRET_KEYS, nobody can open the PINs and the
processors' tokens in a backup. Change keys as docs/operations.md says.
Exit code 0.`;

/** `generate-keys` */
export const generateKeysCommand = new Command('generate-keys')
  .description('Prints new keys for SECRET_KEYS and ID_TOKEN_KEYS. Needs no settings and no database.')
  .addHelpText('after', help)
  .action(() => {
    const day = new Date().toISOString().slice(0, 10);
    for (const [name, value] of Object.entries(generateKeys(day))) console.log(`${name}='${value}'`);
  });
