import { formatCents } from '@myaccount/contract/money';
import { Command } from 'commander';
import {
  listAmbiguousEvents,
  listDeadMail,
  listPaymentsForPerson,
} from '../features/payments/needs-person.repository.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { atDesk } from './desk.ts';
import { plainText } from './plain-text.ts';

const somethingWaits = 2;
const help = `
A payment: look its reference up at the processor, then say what you found with settle-payment.
A dead mail: the address does not take mail; tell the customer another way.
A call-back: find out which record it means.
Exit code 0: nothing waits; 2: something does; 1: it failed.`;

/** `needs-person` */
export function needsPersonCommand(): Command {
  return new Command('needs-person')
    .description('Lists what only a person can settle: unknown payments, dead mail, ambiguous call-backs.')
    .addHelpText('after', help)
    .action(async () => {
      const lines = await atDesk(({ pool }) => listForPerson(connectDatabase(pool)));
      console.log(lines.length === 0 ? 'Nothing waits for a person.' : lines.join('\n'));
      if (lines.length > 0) process.exitCode = somethingWaits;
    });
}

/** One line for each thing that waits. */
export async function listForPerson(db: Database): Promise<string[]> {
  const payments = await listPaymentsForPerson(db);
  const mails = await listDeadMail(db);
  const events = await listAmbiguousEvents(db);
  const lines = [
    ...payments.map(
      (payment) =>
        `payment ${payment.id}  account ${payment.accountNumber}  ${formatCents(payment.amountCents)}  ` +
        `${payment.state} since ${payment.occurredAt.toISOString()}  ${payment.processor} reference ` +
        `${payment.reference ?? 'none'}, transaction ${payment.transaction ?? 'none'}: ${payment.why}`,
    ),
    ...mails.map(
      (mail) =>
        `mail ${mail.id}  ${mail.template} to ${mail.recipient}  of ${mail.createdAt.toISOString()}, ` +
        `${mail.attempts} attempts: ${mail.lastError ?? 'no error noted'}`,
    ),
    ...events.map(
      (event) => `call-back ${event.eventId} of ${event.provider}, ${event.receivedAt.toISOString()}`,
    ),
  ];
  return lines.map(plainText);
}
