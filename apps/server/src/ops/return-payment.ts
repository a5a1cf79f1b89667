import { type ReturnReason, returnReasons } from '@myaccount/contract/payment-failures';
import { stopAfterReturns } from '../features/autopay/stop-autopay.service.ts';
import { returnPayment } from '../features/reconciliation/returns.service.ts';
import { returnReasons as reasonOfCode } from '../gateways/card-processor/transafe/transafe.names.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { parser } from './option-parsers.ts';

interface ReturnOptions {
  readonly reason: { readonly reason: ReturnReason; readonly text: string };
  readonly by: string;
}

const reasons = returnReasons.join(', ');
const help = `
The reason is the bank network's code, such as R01 or R10, or one of ${reasons}. The amount is owed again
and the customer gets a mail. An unauthorized return turns autopay with this bank account off, as do several others
(AUTOPAY_RETURN_LIMIT). Exit code 0: done; 1: refused, with the reason.`;

/** `return-payment PAYMENT --reason CODE --by NAME` */
export const returnPaymentCommand = new PortalCommand('return-payment')
  .description('Records that the bank returned a debit, and writes it to the audit trail.')
  .argument('<payment>', "the payment's id, as show prints it")
  .requiredOption(
    '--reason <code>',
    'why it was returned',
    parser(parseReason, `a code such as R01, or one of ${reasons}`),
  )
  .requiredOption('--by <name>', 'your name')
  .addHelpText('after', help)
  .does(async ({ portal }, paymentId: string, { reason, by }: ReturnOptions) => {
    const refusal = await returnPayment(portal, { paymentId, ...reason, by });
    if (refusal) throw new OperatorError(refusal);
    await stopAfterReturns(portal);
    return [`Payment ${paymentId}: returned, ${reason.reason}.`];
  });

function parseReason(text: string): ReturnOptions['reason'] | undefined {
  const known = returnReasons.find((reason) => reason === text);
  const reason =
    known ?? reasonOfCode[text.toUpperCase()] ?? (/^R\d\d$/i.test(text) ? 'returned' : undefined);
  return reason && { reason, text };
}
