import { join } from 'node:path';
import { businessToday } from '../../apps/sandbox/src/personas/calendar.ts';
import { personasOn } from '../../apps/sandbox/src/personas/personas.ts';
import { browserAddresses } from './local-settings.ts';
import type { Places } from './places.ts';

const shownPersonas = 6;

/** Returns the text that is printed once everything runs: addresses, demo sign-ins, and where the code arrives. */
export function welcome(places: Places): string {
  const { portal, sandbox } = browserAddresses(places);
  const personas = personasOn(businessToday(new Date())).slice(0, shownPersonas);
  const widest = Math.max(...personas.map(({ email }) => email.length));
  return `
  MyAccount is running.

    Portal    ${portal}/myaccount
    Inbox     ${sandbox}/inbox   (the sign-in code arrives here)
    Sandbox   ${sandbox}   (outside services: cards that work and cards that fail)
    Logs      ${join(places.dataDir, 'logs')}

  Sign in as
${personas.map(({ email, about }) => `    ${email.padEnd(widest)}   ${about}`).join('\n')}
    all sign-ins: npm run personas

  Ctrl-C stops it.
`;
}
