import { formatCents } from '@myaccount/contract/money';
import { Command } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { voidInvoice } from '../features/invoices/void-invoice.service.ts';
import { openPortal } from '../platform/open-portal.ts';
import { OpsError } from './ops-context.ts';

interface VoidOptions {
  readonly by: string;
  readonly reason: string;
}

const help = `
The customer no longer owes the bill. Its payments are applied to the oldest open items; any remainder is credit.
The bill stays in the database and its number is never reused. Customers no longer see it.
Exit code 0: done; 1: refused, with the reason.`;

/** `void-invoice NUMBER --by NAME --reason TEXT` */
export function voidInvoiceCommand(): Command {
  return new Command('void-invoice')
    .description('Voids a bill and writes who did it and why to the audit trail.')
    .argument('<number>', 'the bill number')
    .requiredOption('--by <name>', 'your name')
    .requiredOption('--reason <text>', 'the reason')
    .addHelpText('after', help)
    .action(async (invoiceNumber: string, { by, reason }: VoidOptions) => {
      const { portal } = openPortal(readConfig(process.env), pino({ level: 'silent' }));
      try {
        const result = await voidInvoice(portal, { invoiceNumber, by, reason });
        if ('refusal' in result) throw new OpsError(result.refusal);
        console.log(`Bill ${invoiceNumber} is void.`);
        if (result.toCreditCents > 0)
          console.log(
            `A payment is on its way: ${formatCents(result.toCreditCents)} of it will be credit. The customer gets a mail, ` +
              'and manual-review lists the payment.',
          );
      } finally {
        await portal.db.destroy();
      }
    });
}
