import { Command } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { voidInvoice } from '../features/invoices/void-invoice.service.ts';
import { openPortal } from '../platform/open-portal.ts';
import { OpsProblem } from './desk.ts';

interface VoidOptions {
  readonly by: string;
  readonly reason: string;
}

const help = `
What the bill charged is owed no more. What paid it pays the oldest open items, and what is left over is credit.
The bill stays in the database and its number is never used again; customers do not see it any more.
Exit code 0: done; 1: refused, with the reason.`;

/** `void-invoice NUMBER --by NAME --reason TEXT` */
export function voidInvoiceCommand(): Command {
  return new Command('void-invoice')
    .description('Makes a bill void. The audit trail keeps who did it and why.')
    .argument('<number>', 'the bill number')
    .requiredOption('--by <name>', 'who makes it void')
    .requiredOption('--reason <text>', 'why')
    .addHelpText('after', help)
    .action(async (invoiceNumber: string, { by, reason }: VoidOptions) => {
      const { portal } = openPortal(readConfig(process.env), pino({ level: 'silent' }));
      try {
        const refusal = await voidInvoice(portal, { invoiceNumber, by, reason });
        if (refusal) throw new OpsProblem(refusal);
        console.log(`Bill ${invoiceNumber} is void.`);
      } finally {
        await portal.db.destroy();
      }
    });
}
