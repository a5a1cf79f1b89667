import { formatCents } from '@myaccount/contract/money';
import { Command } from 'commander';
import { voidInvoice } from '../features/invoices/void-invoice.service.ts';
import { OpsError, withOpsContext } from './ops-context.ts';

const help = `
The customer no longer owes the bill. Its payments are applied to the oldest open items; any remainder is credit.
The bill stays in the database and its number is never reused. Customers no longer see it.
Exit code 0: done; 1: refused, with the reason.`;

/** `void-invoice NUMBER --by NAME --reason TEXT` */
export const voidInvoiceCommand = new Command('void-invoice')
  .description('Voids a bill and writes who did it and why to the audit trail.')
  .argument('<number>', 'the bill number')
  .requiredOption('--by <name>', 'your name')
  .requiredOption('--reason <text>', 'the reason')
  .addHelpText('after', help)
  .action(async (invoiceNumber: string, { by, reason }: { by: string; reason: string }) => {
    await withOpsContext(async ({ portal }) => {
      const result = await voidInvoice(portal, { invoiceNumber, by, reason });
      if ('refusal' in result) throw new OpsError(result.refusal);
      console.log(`Bill ${invoiceNumber} is void.`);
      if (result.toCreditCents > 0)
        console.log(
          `A payment is on its way: ${formatCents(result.toCreditCents)} of it will be credit. The customer gets a mail, ` +
            'and manual-review lists the payment.',
        );
    });
  });
