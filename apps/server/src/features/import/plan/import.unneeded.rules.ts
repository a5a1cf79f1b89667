import { sumCents } from '@myaccount/contract/money';
import { unneededCents } from '../../balance/balance.rules.ts';
import { sumWorth } from '../../balance/worth.rules.ts';
import type { History } from './import.history.rules.ts';
import type { Settlement } from './import.settlement.rules.ts';
import type { HistoryBill } from './import.units.rules.ts';

const onItsWay: ReadonlySet<string> = new Set(['SUBMITTING', 'UNKNOWN', 'PENDING']);

/**
 * Returns what of the money on its way becomes credit by the credits and reversals of an import, and the last of these; undefined
 * when they leave all of it needed.
 */
export function unneededBy(history: History, { opening }: Settlement, accountId: string) {
  const isNewCredit = ({ kind, change, known }: HistoryBill) => kind === 'credit' && change && !known;
  const isReversal = ({ known }: HistoryBill) => known !== undefined && known.reversedOn === null;
  const reliefs = [
    ...history.bills.filter(isNewCredit),
    ...history.reversed.filter((bill) => bill.change && isReversal(bill)),
  ];
  const last = reliefs.at(-1);
  if (!last) return undefined;
  const balanceCents = sumCents(history.bills) + (opening?.amountCents ?? 0) - sumWorth(history.payments);
  const inFlightCents = sumCents(history.payments.filter(({ state }) => onItsWay.has(state)));
  const reliefCents = reliefs.map(({ reversedOn, known, amountCents }) =>
    reversedOn === null ? -amountCents : (known?.amountCents ?? 0),
  );
  const beforeCents = balanceCents + reliefCents.reduce((sum, cents) => sum + cents, 0);
  const toCreditCents =
    unneededCents({ balanceCents, inFlightCents }) -
    unneededCents({ balanceCents: beforeCents, inFlightCents });
  if (toCreditCents <= 0) return undefined;
  return { accountId, invoiceNumber: last.number, toCreditCents, isCredit: last.reversedOn === null };
}
