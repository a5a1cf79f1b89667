import { formatCents } from '@myaccount/contract/money';
import { Command } from 'commander';
import { listTextsForReview } from '../features/texts/support-texts.repository.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import {
  listAmbiguousEvents,
  listDeadMail,
  listPaymentsForManualReview,
} from './manual-review.repository.ts';
import { withOpsContext } from './ops-context.ts';
import { plainText } from './plain-text.ts';

const itemsWaitingExitCode = 2;
const help = `
Payment: look up the reference at the processor, then record what you found with settle-payment.
Dead mail: the address does not accept mail. Contact the customer another way.
Text: neither text nor mail reached the customer. Call, or write a letter.
Callback of verify-pass: find out whose verification it is, then record it with settle-verification.
Exit code 0: nothing to review; 2: items to review; 1: the command failed.`;

/** `manual-review` */
export function manualReviewCommand(): Command {
  return new Command('manual-review')
    .description(
      'Lists what needs manual review: unresolved payments, dead mail, untold texts, and ambiguous callbacks.',
    )
    .addHelpText('after', help)
    .action(async () => {
      const lines = await withOpsContext(({ pool, clock }) =>
        listManualReview(connectDatabase(pool), clock.now()),
      );
      console.log(lines.length === 0 ? 'Nothing needs manual review.' : lines.join('\n'));
      if (lines.length > 0) process.exitCode = itemsWaitingExitCode;
    });
}

/** Returns one line of text per item in manual review, first the charges that keep their accounts from paying. */
export async function listManualReview(db: Database, now: Date): Promise<string[]> {
  const payments = await listPaymentsForManualReview(db, now);
  const mails = await listDeadMail(db);
  const texts = await listTextsForReview(db);
  const events = await listAmbiguousEvents(db);
  const lines = [
    ...payments.map(
      (payment) =>
        `payment ${payment.id}  account ${payment.accountNumber}  ${formatCents(payment.amountCents)}  ` +
        `${payment.state} since ${payment.occurredAt.toISOString()}  ${payment.processor} reference ` +
        `${payment.reference ?? 'none'}, transaction ${payment.transaction ?? 'none'}: ${payment.reason ?? 'no result'}` +
        (payment.isBlocking ? '; no other payment can be made' : ''),
    ),
    ...mails.map(
      (mail) =>
        `mail ${mail.id}  ${mail.template} to ${mail.recipient}  created ${mail.createdAt.toISOString()}, ` +
        `${mail.attempts} attempts: ${mail.lastError ?? 'no error recorded'}`,
    ),
    ...texts.map(
      (text) =>
        `text ${text.id}  account ${text.accountNumber}  ${text.kind} to ${text.recipient}  created ` +
        `${text.createdAt.toISOString()}: ${text.lastError ?? 'no error recorded'}: ${text.reason}`,
    ),
    ...events.map(
      (event) =>
        `callback ${event.eventId} from ${event.provider}, ${event.receivedAt.toISOString()}: ` +
        `${event.reason ?? 'no reason recorded'}: ${JSON.stringify(event.payload)}`,
    ),
  ];
  return lines.map(plainText);
}
