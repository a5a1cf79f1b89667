import { expect } from '@playwright/test';

export interface InboxMessage {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
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

/** The charges of the sandbox card processors. */
export async function readCharges(): Promise<Charge[]> {
  const response = await fetch(`${sandboxUrl()}/charges.json`);
  return (await response.json()) as Charge[];
}

/** Waits for a new mail and returns the code in it. */
export async function awaitCode(to: string, alreadyThere: number): Promise<string> {
  let code = '';
  await expect(async () => {
    const messages = await readInbox(to);
    expect(messages.length).toBeGreaterThan(alreadyThere);
    code = /\b(\d{6})\b/.exec(messages[0]?.subject ?? '')?.[1] ?? '';
    expect(code).toHaveLength(6);
  }).toPass({ intervals: [100] });
  return code;
}

/** Waits for a mail with a sign-in link that is newer than the `alreadyThere` newest, and returns the link. */
export async function awaitLink(to: string, alreadyThere: number): Promise<string> {
  let link = '';
  await expect(async () => {
    const messages = await readInbox(to);
    expect(messages.length).toBeGreaterThan(alreadyThere);
    link = /https?:\/\/\S+\/login\/link#[\w-]+/.exec(messages[0]?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ intervals: [100] });
  return link;
}
