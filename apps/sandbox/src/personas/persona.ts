import { type Household, householdLines } from './household.ts';
import type { CustomerLine, ImportLine, LoginLine } from './import-file.ts';

/** Somebody who can sign in, with what signing in as them shows. */
export interface Persona {
  email: string;
  phone: string;
  about: string;
  customerId: string;
  accounts: { accountNumber: string; about: string; role?: 'primary' | 'member' }[];
  givenName: string;
  nickname: string;
  /** Lines of the import file beside the sign-in itself; none for somebody who shares another's account. */
  lines: ImportLine[];
}

export interface CustomerTerms {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  born: string;
  pin: string;
  language?: 'en' | 'es';
  nickname?: string;
}

/** A customer with their own accounts. */
export function customerPersona(
  terms: CustomerTerms,
  about: string,
  households: Household[],
  today: string,
): Persona {
  const customer: CustomerLine = {
    type: 'customer',
    customerId: terms.id,
    firstName: terms.firstName,
    lastName: terms.lastName,
    emailAddress: terms.email,
    phoneNumber: terms.phone,
    dateOfBirth: terms.born,
    pin: terms.pin,
    language: terms.language ?? 'en',
  };
  return {
    email: terms.email,
    phone: terms.phone,
    about,
    customerId: terms.id,
    accounts: households.map((household) => ({
      accountNumber: household.accountNumber,
      about: household.about,
    })),
    givenName: terms.firstName,
    nickname: terms.nickname ?? terms.firstName,
    lines: [customer, ...households.flatMap((household) => householdLines(household, today))],
  };
}

/** The sign-in of a persona. */
export function loginLine({ email, givenName, nickname, accounts }: Persona): LoginLine {
  return {
    type: 'login',
    emailAddress: email,
    givenName,
    nickname,
    accounts: accounts.map(({ accountNumber, role = 'primary' }) => ({ accountNumber, role })),
  };
}
