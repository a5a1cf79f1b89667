import { formatCents } from '@myaccount/contract/money';
import { voidInvoice } from '../features/invoices/void-invoice.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';

const help = `
The customer no longer owes the bill. Its payments are applied to the oldest open items; any remainder is credit.
The bill stays in the database and its number is never reused. Customers no longer see it.
Exit code 0: done; 1: refused, with the reason.`;

/** `void-invoice NUMBER --by NAME --reason TEXT` */
export const voidInvoiceCommand = new PortalCommand('void-invoice')
  .description('Voids a bill and writes who did it and why to the audit trail.')
  .argument('<number>', 'the bill number')
  .requiredOption('--by <name>', 'your name')
  .requiredOption('--reason <text>', 'the reason')
  .addHelpText('after', help)
  .does(async ({ portal }, invoiceNumber: string, { by, reason }: { by: string; reason: string }) => {
    const result = await voidInvoice(portal, { invoiceNumber, by, reason });
    if ('refusal' in result) throw new OperatorError(result.refusal);
    const isVoid = `Bill ${invoiceNumber} is void.`;
    if (result.toCreditCents === 0) return [isVoid];
    const toCredit = formatCents(result.toCreditCents);
    return [
      isVoid,
      `A payment is on its way: ${toCredit} of it will be credit. The customer gets a mail, and manual-review lists the payment.`,
    ];
  });
