import { ORDINARY, type Outcome } from './outcome.ts';

/** An outcome that a person chooses by an amount or a token. */
export interface MagicValue extends Outcome {
  /** The cents of an amount below the magic ceiling; none where only a token makes sense. */
  cents?: number;
  group: MagicGroup;
  meaning: string;
}

export type MagicGroup = 'refused' | 'astray' | 'duplicate' | 'down' | 'other amount' | 'bank debit';

/** Amounts below this choose an outcome by their cents, so that no ordinary bill meets one by chance. */
export const MAGIC_CEILING_CENTS = 1_000;

const REFUSED = { books: 'nothing', verdict: 'refused', journey: 'prompt', group: 'refused' } as const;
const ASTRAY = { books: 'all', verdict: 'approved', group: 'astray' } as const;
const DOWN = { books: 'nothing', journey: 'prompt', group: 'down' } as const;
const BANK = { books: 'all', verdict: 'approved', journey: 'prompt', group: 'bank debit' } as const;

/** Everything that can be chosen; the start page lists it and every test of an outcome walks it. */
export const MAGIC_VALUES: readonly MagicValue[] = [
  {
    ...REFUSED,
    word: 'funds',
    cents: 2,
    refusal: 'insufficient-funds',
    bank: { returnCode: 'R01', returnsAfterDays: 2 },
    meaning: 'Insufficient funds. A bank debit is accepted and returned after 2 days (R01).',
  },
  {
    ...REFUSED,
    word: 'expired',
    cents: 3,
    refusal: 'expired-card',
    meaning: 'Refused: the card has expired.',
  },
  { ...REFUSED, word: 'stolen', cents: 4, refusal: 'pick-up-card', meaning: 'Refused: lost or stolen card.' },
  { ...REFUSED, word: 'declined', cents: 5, refusal: 'do-not-honor', meaning: 'Declined: do not honor.' },
  {
    ...REFUSED,
    word: 'call',
    cents: 6,
    refusal: 'call-bank',
    meaning: 'Refused: the customer has to call the bank.',
  },
  {
    ...REFUSED,
    word: 'closed',
    cents: 7,
    refusal: 'account-closed',
    bank: { returnCode: 'R02', returnsAfterDays: 1 },
    meaning: 'Account closed. A bank debit is accepted and returned after 1 day (R02).',
  },
  {
    ...REFUSED,
    word: 'unknown',
    verdict: 'unknown-method',
    meaning: 'The processor does not know this saved method (as with every deleted one).',
  },
  {
    ...ASTRAY,
    word: 'slow',
    cents: 10,
    journey: 'slow',
    meaning: 'Charged at once, the answer takes about 8 seconds.',
  },
  {
    ...ASTRAY,
    word: 'late',
    cents: 11,
    journey: 'late',
    meaning: 'Charged at once, the answer takes 40 seconds: longer than anybody waits.',
  },
  {
    ...ASTRAY,
    word: 'lost',
    cents: 12,
    journey: 'lost',
    meaning: 'Charged, then the connection is cut: the answer is lost.',
  },
  {
    ...ASTRAY,
    word: 'unsent',
    cents: 13,
    books: 'nothing',
    journey: 'lost',
    meaning: 'The connection is cut before anything was charged.',
  },
  {
    ...ASTRAY,
    word: 'flaky',
    cents: 14,
    books: 'nothing',
    journey: 'lost',
    onlyFirst: true,
    meaning:
      'Cut before anything was charged the first time; sent again under the same reference it goes through.',
  },
  { ...ASTRAY, word: 'silent', cents: 15, journey: 'silent', meaning: 'Charged, and no answer ever comes.' },
  {
    ...ASTRAY,
    word: 'unclear',
    cents: 16,
    verdict: 'unclear',
    journey: 'prompt',
    meaning: 'Charged, but the processor answers that it does not know what became of it.',
  },
  {
    ...ASTRAY,
    word: 'phantom',
    cents: 17,
    books: 'nothing',
    verdict: 'unclear',
    journey: 'prompt',
    meaning: 'Not charged, and the processor answers that it does not know what became of it.',
  },
  {
    ...ASTRAY,
    word: 'garbled',
    cents: 18,
    journey: 'garbled',
    meaning: 'Charged, but the answer is a web page instead of the protocol.',
  },
  {
    word: 'duplicate',
    cents: 20,
    books: 'all',
    verdict: 'duplicate',
    journey: 'prompt',
    group: 'duplicate',
    meaning: 'Charged, but the answer calls it a duplicate, as if it had been sent twice.',
  },
  {
    word: 'twin',
    cents: 21,
    books: 'nothing',
    verdict: 'duplicate',
    journey: 'prompt',
    group: 'duplicate',
    meaning: 'Not charged: taken for a duplicate of somebody else’s charge.',
  },
  {
    ...DOWN,
    word: 'down',
    cents: 30,
    verdict: 'down',
    meaning: 'The processor is down (503); nothing is charged.',
  },
  {
    ...DOWN,
    word: 'failing',
    cents: 31,
    verdict: 'failing',
    meaning: 'The processor fails (500); nothing is charged.',
  },
  {
    ...DOWN,
    word: 'overloaded',
    cents: 32,
    verdict: 'overloaded',
    meaning: 'Too many calls (429); nothing is charged.',
  },
  {
    ...DOWN,
    word: 'busy',
    cents: 33,
    verdict: 'try-again',
    onlyFirst: true,
    meaning: '“Try again” the first time; sent again under the same reference it goes through.',
  },
  {
    word: 'partial',
    cents: 40,
    books: 'half',
    verdict: 'approved',
    journey: 'prompt',
    group: 'other amount',
    meaning: 'Approved, but only half of the amount is charged.',
  },
  {
    ...BANK,
    word: 'returned',
    cents: 50,
    bank: { returnCode: 'R01', returnsAfterDays: 2 },
    meaning: 'Bank debit: returned after 2 days, before it settles (R01, insufficient funds).',
  },
  {
    ...BANK,
    word: 'revoked',
    cents: 51,
    bank: { returnCode: 'R10', returnsAfterDays: 20 },
    meaning: 'Bank debit: settles, and is returned after 20 days (R10, not authorized).',
  },
  {
    ...BANK,
    word: 'tardy',
    cents: 52,
    bank: { settlesAfterDays: 10 },
    meaning: 'Bank debit: settles after 10 days.',
  },
];

/** The outcome that an amount or, where the amount is an ordinary one, a token chooses. */
export function chooseOutcome(token: string, amountCents: number): Outcome {
  return byAmount(amountCents) ?? byToken(token) ?? ORDINARY;
}

function byAmount(amountCents: number): Outcome | undefined {
  if (amountCents >= MAGIC_CEILING_CENTS) return undefined;
  return MAGIC_VALUES.find((value) => value.cents === amountCents % 100);
}

function byToken(token: string): Outcome | undefined {
  const words = new Set(token.toLowerCase().split('-'));
  return MAGIC_VALUES.find((value) => words.has(value.word));
}
