import type { PaymentTerms } from './books.ts';
import { addDays, cardMonth } from './calendar.ts';
import type { Habit } from './household.ts';
import type { MethodLook, PaymentMethodLine } from './import-file.ts';

/** What a saved method of the demo is made of. */
export interface MethodTerms {
  account: string;
  holder: string;
  /** The end of its number. */
  ends: string;
  nickname?: string;
  isDefault?: boolean;
  /** Words that choose what the sandbox's processor does with it (its start page lists them). */
  outcome?: string;
  /** Months from today until it expires; negative: it has expired. */
  monthsLeft?: number;
  today: string;
}

const usualMonthsLeft = 31;

/** A card that was entered in the hosted card form; Orbital charges it. */
export function card(brand: 'VISA' | 'MC' | 'AMEX' | 'DISC', terms: MethodTerms): PaymentMethodLine {
  return {
    ...methodOf(terms, `${brand.toLowerCase()}-${terms.ends}`),
    methodType: 'tokenized-credit-card',
    processor: 'orbital',
    cardType: brand,
    expirationDate: cardMonth(terms.today, terms.monthsLeft ?? usualMonthsLeft),
  };
}

/** A card that was entered in the hosted frame; TranSafe charges it. */
export function frameCard(brand: 'VISA' | 'MC', terms: MethodTerms): PaymentMethodLine {
  return { ...card(brand, terms), methodType: 'custom', processor: 'transafe' };
}

/** A bank account; TranSafe debits it. */
export function bankAccount(terms: MethodTerms): PaymentMethodLine {
  return {
    ...methodOf(terms, `bank-${terms.ends}`),
    methodType: 'tokenized-bank',
    processor: 'transafe',
    cardType: 'ACH',
    expirationDate: null,
  };
}

function methodOf(terms: MethodTerms, token: string) {
  const { account, holder, ends, nickname = null, isDefault = false, outcome } = terms;
  return {
    type: 'paymentMethod' as const,
    externalId: `PM-${account}-${outcome ?? ends}`,
    accountNumber: account,
    nickname,
    lastFour: ends,
    token: outcome ? `${token}-${outcome}` : token,
    accountHolderName: holder,
    isDefault,
    validTo: null,
  };
}

/** A cheque by mail: no saved method. */
export const mailedCheck: MethodLook = {
  methodType: 'custom',
  cardType: 'CHECK',
  nickname: 'Check by mail',
  lastFour: null,
};

/** Charged by autopay on the due day. */
export function byAutopay(method: string): Habit {
  return (bill) => [{ on: bill.dueOn, clock: '04:05', amount: 'owed', recurring: true, method }];
}

/** Paid by hand some days before it is due, a few more or less each month; the latest ones may be left unpaid. */
export function byHand(method: PaymentTerms['method'], unpaid = 0): Habit {
  const daysEarly = [4, 9, 2, 6, 1, 12, 3];
  return (bill, monthsAgo) => {
    if (monthsAgo < unpaid) return [];
    const early = daysEarly[monthsAgo % daysEarly.length] ?? 1;
    const clock = `${String(8 + (monthsAgo % 10)).padStart(2, '0')}:${String((monthsAgo * 7) % 60).padStart(2, '0')}`;
    return [{ on: addDays(bill.dueOn, -early), clock, amount: 'owed', method }];
  };
}
