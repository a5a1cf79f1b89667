import type { Page } from '@playwright/test';
import { awaitCode, readInbox } from './sandbox.ts';

/** What the page stores of a session (LOGIN-7), as JSON. */
type StoredSession = string;

const sessions = new Map<string, Promise<StoredSession>>();

function readOpened(): Record<string, StoredSession> {
  return JSON.parse(process.env.E2E_SESSIONS ?? '{}') as Record<string, StoredSession>;
}

/** Signs in by the API's calls, one persona after the other, for all workers of this run. */
export async function openSessions(emails: readonly string[]): Promise<void> {
  const opened: Record<string, StoredSession> = {};
  for (const email of emails) opened[email] = await openSession(email);
  process.env.E2E_SESSIONS = JSON.stringify(opened);
}

/** Returns a live session of a persona; the same one for the whole run. */
export function sessionOf(email: string): Promise<StoredSession> {
  const opened = readOpened()[email];
  if (opened) return Promise.resolve(opened);
  const session = sessions.get(email) ?? openSession(email);
  sessions.set(email, session);
  return session;
}

/** Signs in by the API's calls. */
export async function openSession(email: string): Promise<StoredSession> {
  const alreadyThere = (await readInbox(email)).length;
  const { challenge } = await post('login/otp/send', { email });
  const otp = await awaitCode(email, alreadyThere);
  const tokens = await post('login/otp/validate', { email, otp, challenge });
  return JSON.stringify({
    accessToken: tokens.access_token,
    idToken: tokens.id_token,
    expiresIn: tokens.expires_in,
    tokenType: tokens.token_type,
    receivedAt: new Date().toISOString(),
  });
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${process.env.E2E_PORTAL_URL}api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Puts a session where the page looks for it, before the page loads. */
export async function keepSession(page: Page, session: StoredSession): Promise<void> {
  await page.addInitScript((stored) => {
    if (!sessionStorage.getItem('auth-token')) sessionStorage.setItem('auth-token', stored);
  }, session);
}
