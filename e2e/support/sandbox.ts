import { expect } from '@playwright/test';

export interface InboxMessage {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly channel: 'mail' | 'sms';
}

export interface Charge {
  readonly reference: string;
  readonly amountCents: number;
  readonly state: string;
}

function sandboxUrl(): string {
  const url = process.env.E2E_SANDBOX_URL;
  if (!url) throw new Error('E2E_SANDBOX_URL is not set: the global setup sets it');
  return url;
}

/** Mails to an address, newest first. */
export async function readInbox(to: string): Promise<InboxMessage[]> {
  const response = await fetch(`${sandboxUrl()}/inbox/messages?to=${encodeURIComponent(to)}`);
  return (await response.json()) as InboxMessage[];
}

/** A mail as it was sent. */
export async function readSource(id: string): Promise<string> {
  return await (await fetch(`${sandboxUrl()}/inbox/messages/${id}/source`)).text();
}

/** Every mail and text of the run. */
export async function readEveryMessage(): Promise<InboxMessage[]> {
  return (await (await fetch(`${sandboxUrl()}/inbox/messages?limit=20000`)).json()) as InboxMessage[];
}

/** The charges of the sandbox card processors. */
export async function readCharges(): Promise<Charge[]> {
  const response = await fetch(`${sandboxUrl()}/charges.json`);
  return (await response.json()) as Charge[];
}

/** Waits for a mail with a code that is newer than the `alreadyThere` oldest, and returns the code. */
export async function awaitCode(to: string, alreadyThere: number): Promise<string> {
  return await awaitMatch(to, alreadyThere, ({ subject }) => /\b(\d{6})\b/.exec(subject)?.[1]);
}

/** Waits for a mail with a sign-in link that is newer than the `alreadyThere` oldest, and returns the link. */
export async function awaitLink(to: string, alreadyThere: number): Promise<string> {
  return await awaitMatch(
    to,
    alreadyThere,
    ({ text }) => /https?:\/\/\S+\/login\/link#[\w-]+/.exec(text)?.[0],
  );
}

/** Returns what the newest of the new mails has that has it: a receipt may arrive after the mail that is waited for. */
async function awaitMatch(
  to: string,
  alreadyThere: number,
  find: (message: InboxMessage) => string | undefined,
): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const messages = await readInbox(to);
    found = messages
      .slice(0, Math.max(0, messages.length - alreadyThere))
      .map(find)
      .find((match) => match !== undefined);
    expect(found).toBeDefined();
  }).toPass({ intervals: [100] });
  return found ?? '';
}
