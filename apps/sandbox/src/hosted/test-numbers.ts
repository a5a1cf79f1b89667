import { magicValues } from '../magic-values.ts';
import { withCheckDigit } from './card-number.ts';

/**
 * What a test number does while it is added. `refused`: the form refuses it. `error`: the service fails. `slow`: the
 * response takes long. `unverified`: the form accepts it, but the server's check of the ticket does not.
 */
export type EntryEffect = 'none' | 'refused' | 'error' | 'slow' | 'unverified';

/** A number that a person can type into a hosted form. */
export interface TestNumber {
  readonly kind: 'card' | 'bank';
  readonly number: string;
  readonly effect: EntryEffect;
  /** The cents that select the outcome of its later charges. Absent: they work. */
  readonly outcomeCents?: number;
  /** Debit cards look like credit cards of their brand. */
  readonly isDebit?: boolean;
  readonly meaning: string;
}

const card = { kind: 'card', effect: 'none' } as const;
const bank = { kind: 'bank', effect: 'none' } as const;

const ordinaryCards: readonly TestNumber[] = [
  { ...card, number: '4242424242424242', meaning: 'Visa. Works.' },
  { ...card, number: '4000056655665556', isDebit: true, meaning: 'Visa debit. Works.' },
  { ...card, number: '5555555555554444', meaning: 'Mastercard. Works.' },
  { ...card, number: '5200828282828210', isDebit: true, meaning: 'Mastercard debit. Works.' },
  {
    ...card,
    number: '378282246310005',
    meaning: 'American Express, with a security code of four digits. Works.',
  },
  { ...card, number: '6011111111111117', meaning: 'Discover. Works.' },
  { ...card, number: '30569309025904', meaning: 'Diners Club. Works.' },
  { ...card, number: '3566002020360505', meaning: 'JCB. Works.' },
];

const entryCards: readonly TestNumber[] = [
  { ...card, number: '4000000000000002', effect: 'refused', meaning: 'Declined while it is added.' },
  { ...card, number: '4000000000000119', effect: 'error', meaning: 'The service fails while it is added.' },
  { ...card, number: '4000000000003220', effect: 'slow', meaning: 'Added, after about 8 seconds.' },
  {
    ...card,
    number: '4000000000000259',
    effect: 'unverified',
    meaning: 'The card frame accepts it, but its ticket is refused when the server checks it.',
  },
];

const entryAccounts: readonly TestNumber[] = [
  { ...bank, number: '1000000000', meaning: 'Works. So does any other account number.' },
  { ...bank, number: '1000000002', effect: 'refused', meaning: 'Refused while it is added.' },
  { ...bank, number: '1000000119', effect: 'error', meaning: 'The service fails while it is added.' },
  { ...bank, number: '1000003220', effect: 'slow', meaning: 'Added, after about 8 seconds.' },
  {
    ...bank,
    number: '1000000259',
    effect: 'unverified',
    meaning: 'Accepted, but the check of the bank account before its first debit fails (ACHVERIFYDENY).',
  },
];

const twoDigits = (cents: number) => String(cents).padStart(2, '0');

/** Every outcome of a charge that cents select has a card number, and those of a bank debit an account number. */
const chargeNumbers: readonly TestNumber[] = magicValues.flatMap(({ cents, bank: bankOutcome, ...value }) => {
  if (cents === undefined) return [];
  const number = withCheckDigit(`4000000000010${twoDigits(cents)}`);
  const isVerified = value.refusal === undefined || value.refusal === 'insufficient-funds';
  const exception = isVerified ? '' : ' (through the card form its verification is refused)';
  const added = { outcomeCents: cents, meaning: `Added${exception}. Its charges: ${value.meaning}` };
  return [
    { ...card, number, ...added },
    ...(bankOutcome ? [{ ...bank, number: `10000010${twoDigits(cents)}`, ...added }] : []),
  ];
});

/** Every number that a hosted form knows. Any other valid number works too, like an ordinary one. */
export const testNumbers: readonly TestNumber[] = [
  ...ordinaryCards,
  ...entryCards,
  ...entryAccounts,
  ...chargeNumbers,
];

/** A routing number that passes the check. */
export const testRoutingNumber = '021000021';

/** What a number does: as listed, or else it works. */
export function behaviorOf(kind: TestNumber['kind'], digits: string): Omit<TestNumber, 'number' | 'meaning'> {
  return (
    testNumbers.find((known) => known.kind === kind && known.number === digits) ?? { kind, effect: 'none' }
  );
}
