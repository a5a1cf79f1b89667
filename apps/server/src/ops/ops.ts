import { runCommand } from './run-command.ts';

// Runs operator commands: npm run ops -- COMMAND --help

await runCommand(process.argv.slice(2));
