import type { CustomerLine, ImportLine, LoginLine } from './import-file.ts';
import { type SampleAccount, sampleAccountLines } from './sample-account.ts';

/** A demo customer who can sign in. */
export interface Persona {
  readonly email: string;
  readonly phone: string;
  readonly about: string;
  readonly customerId: string;
  readonly accounts: { accountNumber: string; about: string; role?: 'primary' | 'member' }[];
  readonly givenName: string;
  readonly nickname: string;
  /** A new e-mail address that the persona saved and has not proved; no import knows of it. */
  readonly waitingEmail?: string;
  /** So many days ago the persona got a text about each visit, with a link; no import knows of it. */
  readonly textedDaysAgo?: number;
  /** Import lines except the sign-in itself. Empty for a member of another customer's account. */
  readonly lines: ImportLine[];
}

export interface CustomerInput {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly born: string;
  /** Null where none was ever set. */
  readonly pin: string | null;
  readonly language?: 'en' | 'es';
  readonly nickname?: string;
}

/** A customer with their own accounts. */
export function customerPersona(
  input: CustomerInput,
  about: string,
  accounts: SampleAccount[],
  today: string,
): Persona {
  const customer: CustomerLine = {
    type: 'customer',
    customerId: input.id,
    firstName: input.firstName,
    lastName: input.lastName,
    emailAddress: input.email,
    phoneNumber: input.phone,
    dateOfBirth: input.born,
    pin: input.pin,
    language: input.language ?? 'en',
  };
  return {
    email: input.email,
    phone: input.phone,
    about,
    customerId: input.id,
    accounts: accounts.map((account) => ({
      accountNumber: account.accountNumber,
      about: account.about,
    })),
    givenName: input.firstName,
    nickname: input.nickname ?? input.firstName,
    lines: [customer, ...accounts.flatMap((account) => sampleAccountLines(account, today))],
  };
}

/** The import line of a persona's sign-in. */
export function loginLine({ email, givenName, nickname, accounts }: Persona): LoginLine {
  return {
    type: 'login',
    emailAddress: email,
    givenName,
    nickname,
    accounts: accounts.map(({ accountNumber, role = 'primary' }) => ({ accountNumber, role })),
  };
}
