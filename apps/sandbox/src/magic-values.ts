import { readFrameToken } from './card-processor/frame-token.ts';
import { type Outcome, ordinaryOutcome } from './outcome.ts';

/** An outcome that an amount or a token selects. */
export interface MagicValue extends Outcome {
  /** The cents of an amount below the ceiling. Absent where only a token makes sense. */
  readonly cents?: number;
  readonly group: MagicGroup;
  readonly meaning: string;
}

export type MagicGroup = 'refused' | 'lost response' | 'duplicate' | 'down' | 'other amount' | 'bank debit';

/** Only amounts below this select an outcome by their cents, and none does of a token that says `ordinary`. */
export const magicCeilingCents = 1_000;

/** Every outcome that can be selected. The start page lists them, and the outcome tests cover them. */
export const magicValues: readonly MagicValue[] = [
  ...inGroup('refused', { charged: 'nothing', response: 'refused' }, [
    {
      keyword: 'funds',
      cents: 2,
      refusal: 'insufficient-funds',
      bank: { returnCode: 'R01', returnsAfterDays: 2 },
      meaning: 'Insufficient funds. A bank debit is accepted and returned after 2 days (R01).',
    },
    { keyword: 'expired', cents: 3, refusal: 'expired-card', meaning: 'Declined: the card has expired.' },
    { keyword: 'stolen', cents: 4, refusal: 'pick-up-card', meaning: 'Declined: lost or stolen card.' },
    { keyword: 'declined', cents: 5, refusal: 'do-not-honor', meaning: 'Declined: do not honor.' },
    {
      keyword: 'call',
      cents: 6,
      refusal: 'call-bank',
      meaning: 'Declined: the customer has to call the bank.',
    },
    {
      keyword: 'closed',
      cents: 7,
      refusal: 'account-closed',
      bank: { returnCode: 'R02', returnsAfterDays: 1 },
      meaning: 'Account closed. A bank debit is accepted and returned after 1 day (R02).',
    },
    {
      keyword: 'unknown',
      response: 'unknown-method',
      meaning: 'The processor does not know this saved method.',
    },
  ]),
  ...inGroup('lost response', {}, [
    {
      keyword: 'slow',
      cents: 10,
      delivery: 'slow',
      meaning: 'Charged at once; the response takes about 8 seconds.',
    },
    {
      keyword: 'late',
      cents: 11,
      delivery: 'late',
      meaning: 'Charged at once; the response takes 40 seconds, longer than any caller waits.',
    },
    {
      keyword: 'lost',
      cents: 12,
      delivery: 'lost',
      meaning: 'Charged, then the connection is cut: the response is lost.',
    },
    {
      keyword: 'unsent',
      cents: 13,
      charged: 'nothing',
      delivery: 'lost',
      meaning: 'The connection is cut before the charge.',
    },
    {
      keyword: 'flaky',
      cents: 14,
      charged: 'nothing',
      delivery: 'lost',
      firstAttemptOnly: true,
      meaning: 'Cut before the charge the first time; charged on a second attempt under the same reference.',
    },
    { keyword: 'silent', cents: 15, delivery: 'silent', meaning: 'Charged, and no response ever comes.' },
    {
      keyword: 'unclear',
      cents: 16,
      response: 'unclear',
      meaning: 'Charged, but the processor responds that the outcome is unknown.',
    },
    {
      keyword: 'phantom',
      cents: 17,
      charged: 'nothing',
      response: 'unclear',
      meaning: 'Not charged, and the processor responds that the outcome is unknown.',
    },
    {
      keyword: 'garbled',
      cents: 18,
      delivery: 'garbled',
      meaning: 'Charged, but the response is a web page instead of the protocol.',
    },
  ]),
  ...inGroup('duplicate', { response: 'duplicate' }, [
    {
      keyword: 'duplicate',
      cents: 20,
      meaning: 'Charged, but the response calls it a duplicate, as if it had been sent twice.',
    },
    {
      keyword: 'twin',
      cents: 21,
      charged: 'nothing',
      meaning: 'Not charged: mistaken for a duplicate of another charge.',
    },
  ]),
  ...inGroup('down', { charged: 'nothing' }, [
    {
      keyword: 'down',
      cents: 30,
      response: 'down',
      meaning: 'The processor is down (503); nothing is charged.',
    },
    {
      keyword: 'failing',
      cents: 31,
      response: 'failing',
      meaning: 'The processor fails (500); nothing is charged.',
    },
    {
      keyword: 'overloaded',
      cents: 32,
      response: 'overloaded',
      meaning: 'Too many calls (429); nothing is charged.',
    },
    {
      keyword: 'busy',
      cents: 33,
      response: 'try-again',
      firstAttemptOnly: true,
      meaning: '“Try again” the first time; charged on a second attempt under the same reference.',
    },
  ]),
  ...inGroup('other amount', { charged: 'half' }, [
    { keyword: 'partial', cents: 40, meaning: 'Approved, but only half of the amount is charged.' },
  ]),
  ...inGroup('bank debit', {}, [
    {
      keyword: 'returned',
      cents: 50,
      bank: { returnCode: 'R01', returnsAfterDays: 2 },
      meaning: 'Bank debit: returned after 2 days, before it settles (R01, insufficient funds).',
    },
    {
      keyword: 'revoked',
      cents: 51,
      bank: { returnCode: 'R10', returnsAfterDays: 20 },
      meaning: 'Bank debit: settles, and is returned after 20 days (R10, not authorized).',
    },
    {
      keyword: 'tardy',
      cents: 52,
      bank: { settlesAfterDays: 10 },
      meaning: 'Bank debit: settles after 10 days.',
    },
  ]),
];

type MagicInput = Partial<Outcome> & Pick<MagicValue, 'keyword' | 'cents' | 'meaning'>;

/** What a value does not say is the same in its group, or else ordinary. */
function inGroup(group: MagicGroup, common: Partial<Outcome>, values: readonly MagicInput[]): MagicValue[] {
  return values.map((value) => ({ ...ordinaryOutcome, group, ...common, ...value }));
}

/** The outcome that the amount selects, or else the token. A token that says `ordinary` is charged whatever the amount. */
export function chooseOutcome(token: string, amountCents: number): Outcome {
  if (keywordsOf(token).has(ordinaryOutcome.keyword)) return ordinaryOutcome;
  return byAmount(amountCents) ?? byToken(token) ?? ordinaryOutcome;
}

function byAmount(amountCents: number): Outcome | undefined {
  if (amountCents >= magicCeilingCents) return undefined;
  return magicValues.find((value) => value.cents === amountCents % 100);
}

function byToken(token: string): Outcome | undefined {
  const made = readFrameToken(token);
  if (made) return magicValues.find(({ cents }) => cents === made.outcomeCents);
  const keywords = keywordsOf(token);
  return magicValues.find((value) => keywords.has(value.keyword));
}

function keywordsOf(token: string): ReadonlySet<string> {
  return new Set(token.toLowerCase().split('-'));
}
