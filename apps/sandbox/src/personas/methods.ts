import type { PaymentInput } from './billing-history.ts';
import { addDays, cardMonth } from './calendar.ts';
import type { PaymentMethodLine, PaymentMethodSummary } from './import-file.ts';
import type { PaymentPattern } from './sample-account.ts';

/** Input for a saved method. */
export interface MethodInput {
  readonly account: string;
  readonly holder: string;
  readonly lastFour: string;
  readonly nickname?: string;
  readonly isDefault?: boolean;
  /** Keyword that selects the outcome in the sandbox (its start page lists them). */
  readonly outcome?: string;
  /** Months until it expires. Negative: expired. */
  readonly monthsLeft?: number;
  readonly today: string;
}

const defaultMonthsLeft = 31;

/** A card from the hosted card form. Orbital charges it. */
export function card(brand: 'VISA' | 'MC' | 'AMEX' | 'DISC', input: MethodInput): PaymentMethodLine {
  return {
    ...methodOf(input, `${brand.toLowerCase()}-${input.lastFour}`),
    methodType: 'tokenized-credit-card',
    processor: 'orbital',
    cardType: brand,
    expirationDate: cardMonth(input.today, input.monthsLeft ?? defaultMonthsLeft),
  };
}

/** A card from the hosted frame. TranSafe charges it. */
export function frameCard(brand: 'VISA' | 'MC', input: MethodInput): PaymentMethodLine {
  return { ...card(brand, input), methodType: 'custom', processor: 'transafe' };
}

/** A bank account. TranSafe debits it. */
export function bankAccount(input: MethodInput): PaymentMethodLine {
  return {
    ...methodOf(input, `bank-${input.lastFour}`),
    methodType: 'tokenized-bank',
    processor: 'transafe',
    cardType: 'ACH',
    expirationDate: null,
  };
}

function methodOf(input: MethodInput, token: string) {
  const { account, holder, lastFour, nickname = null, isDefault = false, outcome } = input;
  return {
    type: 'paymentMethod' as const,
    externalId: `PM-${account}-${outcome ?? lastFour}`,
    accountNumber: account,
    nickname,
    lastFour,
    token: outcome ? `${token}-${outcome}` : token,
    accountHolderName: holder,
    isDefault,
    validTo: null,
  };
}

/** A check by mail, which is not a saved method. */
export const mailedCheck: PaymentMethodSummary = {
  methodType: 'custom',
  cardType: 'CHECK',
  nickname: 'Check by mail',
  lastFour: null,
};

/** Autopay pays each bill on its due date. */
export function paidByAutopay(method: string): PaymentPattern {
  return (bill) => [{ on: bill.dueOn, clock: '04:05', amount: 'balance', recurring: true, method }];
}

/** The customer pays each bill some days before its due date. The latest `unpaid` bills stay open. */
export function paidManually(method: PaymentInput['method'], unpaid = 0): PaymentPattern {
  const daysEarly = [4, 9, 2, 6, 1, 12, 3];
  return (bill, monthsAgo) => {
    if (monthsAgo < unpaid) return [];
    const early = daysEarly[monthsAgo % daysEarly.length] ?? 1;
    const clock = `${String(8 + (monthsAgo % 10)).padStart(2, '0')}:${String((monthsAgo * 7) % 60).padStart(2, '0')}`;
    return [{ on: addDays(bill.dueOn, -early), clock, amount: 'balance', method }];
  };
}
