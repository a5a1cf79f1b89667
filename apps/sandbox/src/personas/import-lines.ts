import type { PersonaInput } from './persona.ts';
import type { planLines } from './plans.ts';
import { sampleAccountLines } from './sample-account.ts';

/** A demo customer who can sign in. */
export interface Persona
  extends Pick<PersonaInput, 'email' | 'phone' | 'about' | 'pendingEmail' | 'textedDaysAgo'> {
  readonly customerId: string;
  readonly accounts: readonly { accountNumber: string; about: string; role?: 'primary' | 'member' }[];
  readonly givenName: string;
  readonly nickname: string;
  /** Import lines except the sign-in itself. Empty for a member of another customer's account. */
  readonly lines: readonly (
    | ReturnType<typeof customerLine>
    | ReturnType<typeof sampleAccountLines>[number]
  )[];
}

/** A line of the provider's import file, which the portal's import reads. */
export type ImportLine =
  | Persona['lines'][number]
  | ReturnType<typeof planLines>[number]
  | ReturnType<typeof loginLine>;

/** Returns a customer with their own accounts, as of a day. */
export function personaOn(input: PersonaInput, today: string): Persona {
  const { id, firstName, nickname = firstName, accounts } = input;
  const accountLines = accounts.flatMap((account) => sampleAccountLines(account, input, today));
  return {
    ...input,
    customerId: id,
    givenName: firstName,
    nickname,
    lines: [customerLine(input), ...accountLines],
  };
}

function customerLine({ id, firstName, lastName, email, phone, born, pin, language }: PersonaInput) {
  return {
    type: 'customer' as const,
    customerId: id,
    firstName,
    lastName,
    emailAddress: email,
    phoneNumber: phone,
    dateOfBirth: born,
    pin: pin ?? null,
    language: language ?? 'en',
  };
}

/** Returns the import line of a persona's sign-in. */
export function loginLine({ email, givenName, nickname, accounts }: Persona) {
  return {
    type: 'login' as const,
    emailAddress: email,
    givenName,
    nickname,
    accounts: accounts.map(({ accountNumber, role = 'primary' }) => ({ accountNumber, role })),
  };
}
