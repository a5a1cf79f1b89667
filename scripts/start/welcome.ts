import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserAddresses } from './local-settings.ts';
import type { Places } from './places.ts';

interface Persona {
  email: string;
  about: string;
}

const shownPersonas = 6;

/** Returns the text that is printed once everything runs: addresses, demo sign-ins, and where the code arrives. */
export async function welcome(checkout: string, places: Places): Promise<string> {
  const { portal, sandbox } = browserAddresses(places);
  const personas = await listPersonas(checkout);
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

async function listPersonas(checkout: string): Promise<Persona[]> {
  const program = join(checkout, 'apps', 'sandbox', 'src', 'personas', 'print.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return (JSON.parse(stdout) as Persona[]).slice(0, shownPersonas);
}
