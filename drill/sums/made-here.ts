import type { ImportLine } from '../../apps/sandbox/src/personas/import-lines.ts';
import { linesByAccount, type PaymentLine } from './lines.ts';
import { truthOf } from './truth.ts';

const payingEvery = 3;
/** Cents. */
const overpaid = 1_000;

/** Of some who owe and have no autopay: they pay $10 too much, and get $15 back, of which $5 is owed again. */
export function paymentsMadeHere(
  lines: readonly ImportLine[],
  voided: ReadonlySet<string>,
  today: string,
): ReadonlyMap<string, PaymentLine> {
  const made = linesByAccount(lines).flatMap((account, index): PaymentLine[] => {
    const { balance, onItsWay, items } = truthOf(account, voided, today);
    // What is reopened after its due date is charged with the next bill (AUTOPAY-4), which is not recomputed here.
    const isDue = (items.at(-1)?.dueOn ?? '') <= today;
    const { accountNumber, autopay } = account.account;
    if (index % payingEvery !== 0 || autopay || isDue || balance <= 0 || onItsWay > 0) return [];
    const amount = ((balance + overpaid) / 100).toFixed(2);
    const line = { type: 'payment', accountNumber, amount, status: 'COMPLETED', recurring: false } as const;
    const unsaid = { method: undefined, methodExternalId: undefined, appliedTo: [] };
    const occurredOn = `${today}T23:59:59Z`;
    return [{ ...line, externalId: `PAY-${accountNumber}-0`, occurredOn, ...unsaid, refunded: '15.00' }];
  });
  return new Map(made.map((line) => [line.accountNumber, line]));
}
