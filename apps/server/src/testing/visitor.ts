import { parseSetCookie } from 'cookie';
import type { LightMyRequestResponse } from 'fastify';
import type { TestPortal } from './portal.ts';

/** A browser on the sign-in page: it keeps its challenge and its cookie. Its portal must trust 127.0.0.1 as a proxy. */
export class Visitor {
  challenge: string | undefined;
  cookie: string | undefined;
  readonly #portal: TestPortal;
  readonly #address: string;

  constructor(portal: TestPortal, address: string) {
    this.#portal = portal;
    this.#address = address;
  }

  async send(email: string): Promise<LightMyRequestResponse> {
    const response = await this.#post('/login/otp/send', { email });
    if (response.statusCode === 200) this.challenge = response.json().challenge;
    return response;
  }

  async validate(email: string, otp: string): Promise<LightMyRequestResponse> {
    return await this.#post('/login/otp/validate', { email, otp });
  }

  async openLink(token: string): Promise<LightMyRequestResponse> {
    return await this.#post('/login/link/validate', { token });
  }

  async #post(path: string, fields: Record<string, string>): Promise<LightMyRequestResponse> {
    const cookie: Record<string, string> = this.cookie ? { cookie: this.cookie } : {};
    const headers = { 'x-forwarded-for': this.#address, ...cookie };
    const body = { ...fields, challenge: this.challenge };
    const response = await this.#portal.post(path, body, undefined, headers);
    const set = response.headers['set-cookie'];
    if (typeof set === 'string') {
      const { name, value } = parseSetCookie(set);
      this.cookie = `${name}=${value}`;
    }
    return response;
  }
}

/** Returns a new browser at a client address. */
export function newVisitor(portal: TestPortal, address: string): Visitor {
  return new Visitor(portal, address);
}

/** Returns the code or link token of the newest mail to an address, read from the outbox. */
export async function mailedSecret({ portal, db }: TestPortal, emailAddress: string): Promise<string> {
  const mail = await db
    .selectFrom('outbox')
    .select(['payload_sealed as bytes', 'payload_key_id as keyId'])
    .where('recipient', '=', emailAddress)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  if (!mail.bytes || !mail.keyId) throw new Error('the mail was sent or is dead');
  return JSON.parse(portal.secrets.open({ bytes: mail.bytes, keyId: mail.keyId }, 'outbox.payload')).secret;
}

/** Returns the failures that are counted of all addresses. */
export async function countFailures({ db }: TestPortal): Promise<number> {
  const failures = db.selectFrom('login_throttle').select((eb) => eb.fn.sum<string>('failures').as('sum'));
  return Number((await failures.executeTakeFirst())?.sum ?? 0);
}

/** Returns a code that differs from this one. */
export function wrongCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % 10 ** code.length).padStart(code.length, '0');
}

/** Requests a code and signs in with it. */
export async function signInByCode(portal: TestPortal, visitor: Visitor, email: string): Promise<void> {
  const sent = await visitor.send(email);
  if (sent.statusCode !== 200 || sent.json().method !== 'code') throw new Error(`no code: ${sent.body}`);
  const response = await visitor.validate(email, await mailedSecret(portal, email));
  if (response.statusCode !== 200) throw new Error(`not signed in: ${response.body}`);
}

/** Enters `count` wrong codes for an address, with a new browser and network for every five of them. */
export async function failAsStrangers(portal: TestPortal, email: string, count: number): Promise<void> {
  for (let failures = 0; failures < count; ) {
    const stranger = newVisitor(portal, `198.18.${failures}.7`);
    await stranger.send(email);
    const code = await mailedSecret(portal, email);
    for (let guess = 1; guess <= 5 && failures < count; guess += 1) {
      portal.clock.advance(30_000);
      await stranger.validate(email, wrongCode(code, guess));
      failures += 1;
    }
  }
}
