import { Command } from 'commander';
import { SettingsError } from '../platform/settings.ts';
import { checkCommand } from './check.ts';
import { exportPaymentsCommand } from './export-payments.ts';
import { generateCommand } from './generate.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { needsPersonCommand } from './needs-person.ts';
import { settlePaymentCommand } from './settle-payment.ts';
import { showCommand } from './show.ts';
import { voidInvoiceCommand } from './void-invoice.ts';

// What an operator does: npm run ops -- COMMAND --help

const program = new Command('ops')
  .description('Commands of the portal’s operator. Settings are those of the server, from the environment.')
  .addCommand(importCommand())
  .addCommand(generateCommand())
  .addCommand(checkCommand())
  .addCommand(migrateCommand())
  .addCommand(showCommand())
  .addCommand(needsPersonCommand())
  .addCommand(settlePaymentCommand())
  .addCommand(exportPaymentsCommand())
  .addCommand(voidInvoiceCommand())
  .showHelpAfterError();

try {
  await program.parseAsync();
} catch (error) {
  // What an operator can set right is said in a sentence; anything else with where it came from.
  const isPlain = error instanceof SettingsError || (error instanceof Error && 'isPlain' in error);
  console.error(isPlain && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
