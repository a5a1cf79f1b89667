import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackFields, SignedCallback } from './sms.ts';

/** Returns the signature of a callback: base64 of HMAC-SHA1 over the address and every field, sorted by name. */
export function signatureOf(url: string, fields: CallbackFields, secret: string): string {
  const names = Object.keys(fields).sort();
  const text = url + names.map((name) => name + fields[name]).join('');
  return createHmac('sha1', secret).update(text, 'utf8').digest('base64');
}

/**
 * Returns whether one of the secrets signed a callback. The service signs the address with or without its port (decision
 * 27). Each is compared, so that the time says nothing.
 */
export function isSignedBy({ url, fields, signature }: SignedCallback, secrets: readonly string[]): boolean {
  if (signature === undefined) return false;
  const given = Buffer.from(signature);
  const expected = secrets.flatMap((secret) =>
    spellingsOf(url).map((address) => signatureOf(address, fields, secret)),
  );
  return expected.map((each) => isSame(given, Buffer.from(each))).includes(true);
}

const defaultPorts: Readonly<Record<string, string>> = { 'https://': ':443', 'http://': ':80' };
const origin = /^(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$)/;

/** Returns an address without its port and with it. */
function spellingsOf(url: string): string[] {
  const spelled = (withPort: boolean) =>
    url.replace(origin, (_whole, scheme: string, host: string, port?: string) =>
      withPort ? `${scheme}${host}${port ?? defaultPorts[scheme]}` : `${scheme}${host}`,
    );
  return [spelled(false), spelled(true)];
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
