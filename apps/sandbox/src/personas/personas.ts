import { type ImportLine, loginLine, type Persona, personaOn } from './import-lines.ts';
import { balances } from './people/balances.ts';
import { everyday } from './people/everyday.ts';
import { names } from './people/names.ts';
import { newcomers } from './people/newcomers.ts';
import { owing } from './people/owing.ts';
import { planLines } from './plans.ts';

/** A member of Ana's account, not its primary user. */
const ben: Persona = {
  email: 'ben.rivera@example.com',
  phone: '6145550102',
  about: 'Member, not primary user, of Ana Rivera’s account: sees no PIN',
  customerId: 'C-10301',
  accounts: [{ accountNumber: '100200301', about: 'Ana Rivera’s account, as a member', role: 'member' }],
  givenName: 'Ben',
  nickname: 'Ben',
  lines: [],
};

/** All demo customers as of a day, the most useful first. */
export function personasOn(today: string): Persona[] {
  const primary = [...everyday, ...owing, ...balances, ...newcomers].map((input) => personaOn(input, today));
  return [...primary, ben, ...names.map((input) => personaOn(input, today))];
}

/** The import file with all demo customers. */
export function demoFile(today: string): ImportLine[] {
  const personas = personasOn(today);
  return [...planLines(), ...personas.flatMap(({ lines }) => lines), ...personas.map(loginLine)];
}
