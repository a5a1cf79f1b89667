import { Command, CommanderError } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';
import { appointmentLinkCommand } from './appointment-link.ts';
import { auditCommand } from './audit.ts';
import { autopayRunCommand } from './autopay-run.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { billingCommand } from './billing.ts';
import { changeLoginCommand } from './change-login.ts';
import { checkCommand } from './check.ts';
import { confirmChargeCommand } from './confirm-charge.ts';
import { distributeCommand } from './distribute.ts';
import { exportPaymentsCommand } from './export-payments.ts';
import { findCommand } from './find.ts';
import { generateCommand } from './generate.ts';
import { generateKeysCommand } from './generate-keys.ts';
import { importCommand } from './import.ts';
import { endSessionsCommand, unlockLoginCommand } from './logins.ts';
import { manualReviewCommand } from './manual-review.ts';
import { migrateCommand } from './migrate.ts';
import { probeServicesCommand } from './probe-services.ts';
import { reconcileProcessorCommand } from './reconcile-processor.ts';
import { refundCommand } from './refund.ts';
import { returnPaymentCommand } from './return-payment.ts';
import { settlePaymentCommand, settleRefundCommand, settleVerificationCommand } from './settle.ts';
import { showCommand } from './show.ts';
import { verifyPinCommand } from './verify-pin.ts';
import { voidInvoiceCommand } from './void-invoice.ts';

const commands = [
  importCommand,
  billingCommand,
  generateCommand,
  generateKeysCommand,
  checkCommand,
  migrateCommand,
  distributeCommand,
  backupCommand,
  restoreCommand,
  findCommand,
  showCommand,
  auditCommand,
  manualReviewCommand,
  settlePaymentCommand,
  settleVerificationCommand,
  returnPaymentCommand,
  refundCommand,
  settleRefundCommand,
  autopayRunCommand,
  reconcileProcessorCommand,
  confirmChargeCommand,
  probeServicesCommand,
  exportPaymentsCommand,
  voidInvoiceCommand,
  endSessionsCommand,
  unlockLoginCommand,
  verifyPinCommand,
  changeLoginCommand,
  appointmentLinkCommand,
];

/** Runs a command with its arguments and options. It prints to this process’s output and sets its exit code. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = new Command('ops')
    .description("The portal operator's commands. They read the server's settings from the environment.")
    .showHelpAfterError()
    .exitOverride();
  for (const command of commands) program.addCommand(command.exitOverride());
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Prints an error and returns its exit code. Errors that the operator can fix print one sentence, others their stack trace. */
function report(error: unknown): number {
  // Commander has printed it, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode;
  console.error(error instanceof OperatorError ? error.message : error);
  return 1;
}
