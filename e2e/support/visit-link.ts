import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readInbox, readSource } from './sandbox.ts';

const run = promisify(execFile);
const program = resolve(import.meta.dirname, '..', '..', 'scripts', 'ops.ts');

/** Returns a new link to the visit of an account, as an operator prints it. */
export async function printVisitLink(accountNumber: string): Promise<string> {
  const environment = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  const command = [program, 'appointment-link', accountNumber, '--by', 'browser tests'];
  const { stdout } = await run(process.execPath, command, { env: environment });
  return linkIn(stdout) ?? '';
}

/**
 * Returns the link in the newest mail or text about a visit, on this portal: the data may have been made by one on another
 * port. Undefined if there is none.
 */
export async function sentVisitLink(to: string): Promise<string | undefined> {
  const mails = await readInbox(to);
  const link = mails.map(({ text }) => linkIn(text)).find((one) => one !== undefined);
  return link && `.${link.slice(link.indexOf('/schedule/'))}`;
}

/** Returns the UID and SEQUENCE of the calendar file in the newest mail about a visit. */
export async function sentCalendarEntry(to: string): Promise<string[]> {
  const [mail] = (await readInbox(to)).filter(({ text }) => linkIn(text));
  const [, base64 = ''] = /\r?\nContent-Type: text\/calendar;[\s\S]*?\r?\n\r?\n([\w+/=\s]+)/.exec(
    mail ? await readSource(mail.id) : '',
  ) ?? [''];
  return calendarEntryOf(Buffer.from(base64, 'base64').toString());
}

/** Returns the UID and SEQUENCE of a calendar file. */
export function calendarEntryOf(file: string): string[] {
  return file.split('\r\n').filter((line) => /^(UID|SEQUENCE):/.test(line));
}

/** Returns how many mails to an address have a link to a visit. */
export async function countVisitMails(to: string): Promise<number> {
  return (await readInbox(to)).filter(({ text }) => linkIn(text)).length;
}

function linkIn(text: string): string | undefined {
  return /https?:\/\/\S+\/schedule\/[\w%-]+/.exec(text)?.[0];
}
