import { Command } from 'commander';
import { SettingsError } from '../platform/settings.ts';
import { appointmentLinkCommand } from './appointment-link.ts';
import { auditCommand } from './audit.ts';
import { autopayRunCommand } from './autopay-run.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { endSessionsCommand } from './end-sessions.ts';
import { exportPaymentsCommand } from './export-payments.ts';
import { generateCommand } from './generate.ts';
import { generateKeysCommand } from './generate-keys.ts';
import { importCommand } from './import.ts';
import { manualReviewCommand } from './manual-review.ts';
import { migrateCommand } from './migrate.ts';
import { reconcileProcessorCommand } from './reconcile-processor.ts';
import { returnPaymentCommand } from './return-payment.ts';
import { settlePaymentCommand } from './settle-payment.ts';
import { settleVerificationCommand } from './settle-verification.ts';
import { showCommand } from './show.ts';
import { unlockLoginCommand } from './unlock-login.ts';
import { verifyPinCommand } from './verify-pin.ts';
import { voidInvoiceCommand } from './void-invoice.ts';

// Runs operator commands: npm run ops -- COMMAND --help

const program = new Command('ops')
  .description("The portal operator's commands. They read the server's settings from the environment.")
  .addCommand(importCommand())
  .addCommand(generateCommand())
  .addCommand(generateKeysCommand())
  .addCommand(checkCommand())
  .addCommand(migrateCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(showCommand())
  .addCommand(auditCommand())
  .addCommand(manualReviewCommand())
  .addCommand(settlePaymentCommand())
  .addCommand(settleVerificationCommand())
  .addCommand(returnPaymentCommand())
  .addCommand(autopayRunCommand())
  .addCommand(reconcileProcessorCommand())
  .addCommand(exportPaymentsCommand())
  .addCommand(voidInvoiceCommand())
  .addCommand(endSessionsCommand())
  .addCommand(unlockLoginCommand())
  .addCommand(verifyPinCommand())
  .addCommand(appointmentLinkCommand())
  .showHelpAfterError();

try {
  await program.parseAsync();
} catch (error) {
  // Errors that the operator can fix print one sentence. Others print their stack trace.
  const isPlain = error instanceof SettingsError || (error instanceof Error && 'isPlain' in error);
  console.error(isPlain && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
